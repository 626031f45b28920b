ALTER TABLE "calls" ADD COLUMN "engine" text DEFAULT 'builtin' NOT NULL;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "site" text;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "vapi_call_id" text;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "control_url" text;--> statement-breakpoint
UPDATE "calls" SET "engine" = 'vapi', "vapi_call_id" = "vapi_calls"."vapi_call_id", "control_url" = "vapi_calls"."control_url" FROM "vapi_calls" WHERE "vapi_calls"."call_id" = "calls"."id";--> statement-breakpoint
DROP TABLE "vapi_calls" CASCADE;--> statement-breakpoint
CREATE INDEX "calls_not_joined" ON "calls" USING btree ("token_expires_at") WHERE status in ('created', 'expired');
