ALTER TABLE "talks" RENAME TO "videos";--> statement-breakpoint
ALTER TABLE "videos" RENAME COLUMN "video_id" TO "file_id";--> statement-breakpoint
ALTER TABLE "videos" RENAME COLUMN "vendor_talk_id" TO "vendor_video_id";--> statement-breakpoint
ALTER TABLE "videos" DROP COLUMN "source_url";--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "is_own_voice" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "attempts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "videos" ADD COLUMN "speech_id" text;--> statement-breakpoint
ALTER TABLE "videos" RENAME CONSTRAINT "talks_pkey" TO "videos_pkey";--> statement-breakpoint
ALTER TABLE "videos" RENAME CONSTRAINT "talks_vendor_talk_id_unique" TO "videos_vendor_video_id_unique";--> statement-breakpoint
ALTER TABLE "videos" RENAME CONSTRAINT "talks_user_id_users_id_fk" TO "videos_user_id_users_id_fk";--> statement-breakpoint
ALTER TABLE "videos" RENAME CONSTRAINT "talks_team_session_id_team_sessions_id_fk" TO "videos_team_session_id_team_sessions_id_fk";--> statement-breakpoint
ALTER TABLE "videos" RENAME CONSTRAINT "talks_video_id_files_id_fk" TO "videos_file_id_files_id_fk";--> statement-breakpoint
ALTER TABLE "videos" ADD CONSTRAINT "videos_speech_id_files_id_fk" FOREIGN KEY ("speech_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER INDEX "talks_user_id" RENAME TO "videos_user_id";--> statement-breakpoint
ALTER INDEX "talks_team_session_id" RENAME TO "videos_team_session_id";--> statement-breakpoint
ALTER INDEX "talks_same_as" RENAME TO "videos_same_as";--> statement-breakpoint
ALTER INDEX "talks_created_at" RENAME TO "videos_created_at";--> statement-breakpoint
-- Videos that the former stand-in of D-ID has in hand are rendered anew; those that D-ID has are asked for again.
UPDATE "videos" SET "step" = 'queued', "vendor_video_id" = NULL, "polls" = 0 WHERE "step" IN ('upload', 'create')
  OR ("step" = 'poll' AND "vendor_video_id" IN (SELECT "id" FROM "sandbox_did_talks"));--> statement-breakpoint
UPDATE "videos" SET "step" = 'submitted' WHERE "step" = 'poll';--> statement-breakpoint
UPDATE "videos" SET "step" = 'failed' WHERE "step" = 'error';--> statement-breakpoint
DROP TABLE "sandbox_did_talks";--> statement-breakpoint
DROP TABLE "sandbox_did_images";
