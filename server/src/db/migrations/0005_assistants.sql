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
CREATE TABLE "vapi_calls" (
	"call_id" text PRIMARY KEY NOT NULL,
	"vapi_call_id" text,
	"control_url" text,
	"reported_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "payer_id" text;--> statement-breakpoint
ALTER TABLE "own_assistants" ADD CONSTRAINT "own_assistants_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "vapi_calls" ADD CONSTRAINT "vapi_calls_call_id_calls_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."calls"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "own_assistants_submission" ON "own_assistants" USING btree ("user_id","submission_id");--> statement-breakpoint
CREATE INDEX "own_assistants_owner" ON "own_assistants" USING btree ("user_id","created_at","id");--> statement-breakpoint
ALTER TABLE "calls" ADD CONSTRAINT "calls_payer_id_users_id_fk" FOREIGN KEY ("payer_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "calls_payer_id" ON "calls" USING btree ("payer_id");