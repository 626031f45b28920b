CREATE TABLE "files" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"media_type" text NOT NULL,
	"byte_length" integer NOT NULL,
	"width_px" integer,
	"height_px" integer,
	"user_id" text,
	"team_session_id" text,
	"shared" boolean DEFAULT false NOT NULL,
	"expires_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "assistant_tries" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"team_session_id" text,
	"content" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "own_assistants" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"submission_id" text NOT NULL,
	"slug" text NOT NULL,
	"status" text DEFAULT 'draft' NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"name" text NOT NULL,
	"voice_id" text NOT NULL,
	"first_message" text NOT NULL,
	"system_prompt" text NOT NULL,
	"knowledge" jsonb NOT NULL,
	"photo_id" text NOT NULL,
	"photo_face" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "own_assistants_slug_unique" UNIQUE("slug")
);
--> statement-breakpoint
CREATE TABLE "talks" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"team_session_id" text,
	"assistant_id" text,
	"photo_id" text,
	"photo_face" jsonb,
	"text" text NOT NULL,
	"voice_id" text NOT NULL,
	"format" text NOT NULL,
	"panel" text NOT NULL,
	"same_as" text,
	"step" text NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"source_url" text,
	"vendor_talk_id" text,
	"polls" integer DEFAULT 0 NOT NULL,
	"cause" text,
	"video_id" text,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "talks_vendor_talk_id_unique" UNIQUE("vendor_talk_id")
);
--> statement-breakpoint
CREATE TABLE "sandbox_did_images" (
	"id" text PRIMARY KEY NOT NULL,
	"face" jsonb,
	"person_id" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_did_talks" (
	"id" text PRIMARY KEY NOT NULL,
	"status" text NOT NULL,
	"image_id" text NOT NULL,
	"text" text,
	"voice_id" text,
	"pad_ms" integer NOT NULL,
	"format" text NOT NULL,
	"source_url" text NOT NULL,
	"user_data" text,
	"webhook" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"duration_ms" integer,
	"error" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"modified_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "vapi_calls" (
	"call_id" text PRIMARY KEY NOT NULL,
	"vapi_call_id" text,
	"control_url" text,
	"reported_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "payer_id" text;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "files" ADD CONSTRAINT "files_team_session_id_team_sessions_id_fk" FOREIGN KEY ("team_session_id") REFERENCES "public"."team_sessions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assistant_tries" ADD CONSTRAINT "assistant_tries_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assistant_tries" ADD CONSTRAINT "assistant_tries_team_session_id_team_sessions_id_fk" FOREIGN KEY ("team_session_id") REFERENCES "public"."team_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "own_assistants" ADD CONSTRAINT "own_assistants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "talks" ADD CONSTRAINT "talks_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "talks" ADD CONSTRAINT "talks_team_session_id_team_sessions_id_fk" FOREIGN KEY ("team_session_id") REFERENCES "public"."team_sessions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "talks" ADD CONSTRAINT "talks_video_id_files_id_fk" FOREIGN KEY ("video_id") REFERENCES "public"."files"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vapi_calls" ADD CONSTRAINT "vapi_calls_call_id_calls_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."calls"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "files_user_id" ON "files" USING btree ("user_id","kind");--> statement-breakpoint
CREATE INDEX "files_team_session_id" ON "files" USING btree ("team_session_id");--> statement-breakpoint
CREATE INDEX "files_expires_at" ON "files" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "files_ownerless" ON "files" USING btree ("id") WHERE user_id is null and team_session_id is null and not shared;--> statement-breakpoint
CREATE INDEX "assistant_tries_user_id" ON "assistant_tries" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "assistant_tries_team_session_id" ON "assistant_tries" USING btree ("team_session_id","created_at");--> statement-breakpoint
CREATE INDEX "assistant_tries_created_at" ON "assistant_tries" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "own_assistants_submission" ON "own_assistants" USING btree ("user_id","submission_id");--> statement-breakpoint
CREATE INDEX "own_assistants_owner" ON "own_assistants" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "talks_user_id" ON "talks" USING btree ("user_id","created_at");--> statement-breakpoint
CREATE INDEX "talks_team_session_id" ON "talks" USING btree ("team_session_id","created_at");--> statement-breakpoint
CREATE INDEX "talks_same_as" ON "talks" USING btree ("same_as");--> statement-breakpoint
CREATE INDEX "talks_created_at" ON "talks" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sandbox_did_images_created_at" ON "sandbox_did_images" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sandbox_did_talks_created_at" ON "sandbox_did_talks" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "sandbox_did_talks_status" ON "sandbox_did_talks" USING btree ("status");--> statement-breakpoint
ALTER TABLE "calls" ADD CONSTRAINT "calls_payer_id_users_id_fk" FOREIGN KEY ("payer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "calls_payer_id" ON "calls" USING btree ("payer_id");