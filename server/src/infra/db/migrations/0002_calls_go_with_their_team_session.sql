DELETE FROM "calls" WHERE "user_id" IS NULL AND "team_session_id" IS NULL;--> statement-breakpoint
ALTER TABLE "calls" DROP CONSTRAINT "calls_team_session_id_team_sessions_id_fk";
--> statement-breakpoint
ALTER TABLE "calls" ADD CONSTRAINT "calls_team_session_id_team_sessions_id_fk" FOREIGN KEY ("team_session_id") REFERENCES "public"."team_sessions"("id") ON DELETE cascade ON UPDATE no action;