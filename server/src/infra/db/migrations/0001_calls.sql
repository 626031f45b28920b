CREATE TABLE "call_lines" (
	"call_id" text NOT NULL,
	"item_id" text NOT NULL,
	"position" integer NOT NULL,
	"role" text NOT NULL,
	"content" text NOT NULL,
	"at_ms" integer NOT NULL,
	"interrupted" boolean DEFAULT false NOT NULL,
	"timings" jsonb,
	CONSTRAINT "call_lines_call_id_item_id_pk" PRIMARY KEY("call_id","item_id")
);
--> statement-breakpoint
CREATE TABLE "calls" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"team_session_id" text,
	"assistant_id" text NOT NULL,
	"status" text DEFAULT 'created' NOT NULL,
	"end_reason" text,
	"limit_ms" integer,
	"duration_ms" integer DEFAULT 0 NOT NULL,
	"token_hash" text NOT NULL,
	"token_expires_at" timestamp (3) with time zone NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"heartbeat_at" timestamp (3) with time zone,
	"ended_at" timestamp (3) with time zone,
	CONSTRAINT "calls_token_hash_unique" UNIQUE("token_hash"),
	CONSTRAINT "calls_ended_has_reason" CHECK ((status = 'ended') = (end_reason is not null))
);
--> statement-breakpoint
ALTER TABLE "call_lines" ADD CONSTRAINT "call_lines_call_id_calls_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."calls"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calls" ADD CONSTRAINT "calls_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "calls" ADD CONSTRAINT "calls_team_session_id_team_sessions_id_fk" FOREIGN KEY ("team_session_id") REFERENCES "public"."team_sessions"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "calls_user_id" ON "calls" USING btree ("user_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "calls_team_session_id" ON "calls" USING btree ("team_session_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "calls_live" ON "calls" USING btree ("heartbeat_at") WHERE status = 'live';