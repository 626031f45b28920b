CREATE TABLE "appointments" (
	"id" text PRIMARY KEY NOT NULL,
	"assistant_id" text NOT NULL,
	"owner_id" text NOT NULL,
	"call_id" text,
	"status" text DEFAULT 'booked' NOT NULL,
	"starts_at" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone NOT NULL,
	"fields" jsonb NOT NULL,
	"code" text NOT NULL,
	"sequence" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "leads" (
	"id" text PRIMARY KEY NOT NULL,
	"assistant_id" text NOT NULL,
	"owner_id" text NOT NULL,
	"call_id" text,
	"kind" text NOT NULL,
	"fields" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "call_turns" (
	"call_id" text NOT NULL,
	"position" integer NOT NULL,
	"outcome" text NOT NULL,
	"first_audio_ms" integer,
	"said" text,
	"handled_at" timestamp (3) with time zone,
	CONSTRAINT "call_turns_call_id_position_pk" PRIMARY KEY("call_id","position")
);
--> statement-breakpoint
CREATE TABLE "conversations" (
	"call_id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"status" text DEFAULT 'new' NOT NULL,
	"read_at" timestamp (3) with time zone,
	"note" text DEFAULT '' NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "assistant_limit_notices" (
	"assistant_id" text NOT NULL,
	"period" text NOT NULL,
	"percent" integer NOT NULL,
	"sent_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "assistant_limit_notices_assistant_id_period_percent_pk" PRIMARY KEY("assistant_id","period","percent")
);
--> statement-breakpoint
CREATE TABLE "assistant_sites" (
	"assistant_id" text NOT NULL,
	"origin" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"first_seen_at" timestamp (3) with time zone,
	"last_seen_at" timestamp (3) with time zone,
	CONSTRAINT "assistant_sites_assistant_id_origin_pk" PRIMARY KEY("assistant_id","origin")
);
--> statement-breakpoint
CREATE TABLE "assistant_versions" (
	"assistant_id" text NOT NULL,
	"number" integer NOT NULL,
	"content" jsonb NOT NULL,
	"published_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "assistant_versions_assistant_id_number_pk" PRIMARY KEY("assistant_id","number")
);
--> statement-breakpoint
CREATE TABLE "assistant_visitor_days" (
	"assistant_id" text NOT NULL,
	"visitor" text NOT NULL,
	"day" text NOT NULL,
	"calls" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "assistant_visitor_days_assistant_id_visitor_day_pk" PRIMARY KEY("assistant_id","visitor","day")
);
--> statement-breakpoint
CREATE TABLE "knowledge_proposals" (
	"id" text PRIMARY KEY NOT NULL,
	"source_id" text NOT NULL,
	"position" integer NOT NULL,
	"question" text NOT NULL,
	"answer" text NOT NULL,
	"status" text DEFAULT 'proposed' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "knowledge_sources" (
	"id" text PRIMARY KEY NOT NULL,
	"assistant_id" text NOT NULL,
	"kind" text NOT NULL,
	"url" text,
	"title" text NOT NULL,
	"status" text NOT NULL,
	"problem" text,
	"text" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"read_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"name" text NOT NULL,
	"key_hash" text NOT NULL,
	"hint" text NOT NULL,
	"scopes" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"last_used_at" timestamp (3) with time zone,
	CONSTRAINT "api_keys_key_hash_unique" UNIQUE("key_hash")
);
--> statement-breakpoint
CREATE TABLE "business_events" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"assistant_id" text NOT NULL,
	"type" text NOT NULL,
	"data" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_deliveries" (
	"id" text PRIMARY KEY NOT NULL,
	"event_id" text NOT NULL,
	"endpoint_id" text NOT NULL,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"answer_status" integer,
	"answer" text,
	"duration_ms" integer,
	"next_attempt_at" timestamp (3) with time zone,
	"attempted_at" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoints" (
	"id" text PRIMARY KEY NOT NULL,
	"owner_id" text NOT NULL,
	"url" text NOT NULL,
	"secret" text NOT NULL,
	"types" jsonb NOT NULL,
	"assistant_id" text,
	"is_active" boolean DEFAULT true NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "kept_until" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "own_assistants" ADD COLUMN "published" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "own_assistants" ADD COLUMN "draft" jsonb;--> statement-breakpoint
ALTER TABLE "own_assistants" ADD COLUMN "website" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "own_assistants" ADD COLUMN "actions" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "own_assistants" ADD COLUMN "conversations" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "own_assistants" ADD COLUMN "limits" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_assistant_id_own_assistants_id_fk" FOREIGN KEY ("assistant_id") REFERENCES "public"."own_assistants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "appointments" ADD CONSTRAINT "appointments_call_id_calls_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."calls"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_assistant_id_own_assistants_id_fk" FOREIGN KEY ("assistant_id") REFERENCES "public"."own_assistants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "leads" ADD CONSTRAINT "leads_call_id_calls_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."calls"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "call_turns" ADD CONSTRAINT "call_turns_call_id_calls_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."calls"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_call_id_calls_id_fk" FOREIGN KEY ("call_id") REFERENCES "public"."calls"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "conversations" ADD CONSTRAINT "conversations_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assistant_limit_notices" ADD CONSTRAINT "assistant_limit_notices_assistant_id_own_assistants_id_fk" FOREIGN KEY ("assistant_id") REFERENCES "public"."own_assistants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assistant_sites" ADD CONSTRAINT "assistant_sites_assistant_id_own_assistants_id_fk" FOREIGN KEY ("assistant_id") REFERENCES "public"."own_assistants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assistant_versions" ADD CONSTRAINT "assistant_versions_assistant_id_own_assistants_id_fk" FOREIGN KEY ("assistant_id") REFERENCES "public"."own_assistants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "assistant_visitor_days" ADD CONSTRAINT "assistant_visitor_days_assistant_id_own_assistants_id_fk" FOREIGN KEY ("assistant_id") REFERENCES "public"."own_assistants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_proposals" ADD CONSTRAINT "knowledge_proposals_source_id_knowledge_sources_id_fk" FOREIGN KEY ("source_id") REFERENCES "public"."knowledge_sources"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "knowledge_sources" ADD CONSTRAINT "knowledge_sources_assistant_id_own_assistants_id_fk" FOREIGN KEY ("assistant_id") REFERENCES "public"."own_assistants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "business_events" ADD CONSTRAINT "business_events_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_event_id_business_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."business_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_deliveries" ADD CONSTRAINT "webhook_deliveries_endpoint_id_webhook_endpoints_id_fk" FOREIGN KEY ("endpoint_id") REFERENCES "public"."webhook_endpoints"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoints" ADD CONSTRAINT "webhook_endpoints_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "appointments_one_at_a_time" ON "appointments" USING btree ("assistant_id","starts_at") WHERE status = 'booked';--> statement-breakpoint
CREATE INDEX "appointments_assistant" ON "appointments" USING btree ("assistant_id","starts_at");--> statement-breakpoint
CREATE INDEX "appointments_code" ON "appointments" USING btree ("assistant_id","code");--> statement-breakpoint
CREATE INDEX "appointments_owner" ON "appointments" USING btree ("owner_id","starts_at");--> statement-breakpoint
CREATE INDEX "appointments_call" ON "appointments" USING btree ("call_id");--> statement-breakpoint
CREATE INDEX "leads_assistant" ON "leads" USING btree ("assistant_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "leads_owner" ON "leads" USING btree ("owner_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "leads_call" ON "leads" USING btree ("call_id");--> statement-breakpoint
CREATE INDEX "conversations_owner" ON "conversations" USING btree ("owner_id","status");--> statement-breakpoint
CREATE INDEX "knowledge_proposals_source" ON "knowledge_proposals" USING btree ("source_id","position");--> statement-breakpoint
CREATE INDEX "knowledge_sources_assistant" ON "knowledge_sources" USING btree ("assistant_id","created_at");--> statement-breakpoint
CREATE INDEX "api_keys_owner" ON "api_keys" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "business_events_owner" ON "business_events" USING btree ("owner_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE UNIQUE INDEX "webhook_deliveries_once" ON "webhook_deliveries" USING btree ("event_id","endpoint_id");--> statement-breakpoint
CREATE INDEX "webhook_deliveries_endpoint" ON "webhook_deliveries" USING btree ("endpoint_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "webhook_deliveries_due" ON "webhook_deliveries" USING btree ("status","next_attempt_at");--> statement-breakpoint
CREATE INDEX "webhook_endpoints_owner" ON "webhook_endpoints" USING btree ("owner_id","created_at");--> statement-breakpoint
CREATE INDEX "calls_of_own_assistant" ON "calls" USING btree ("assistant_id","created_at" DESC NULLS LAST,"id" DESC NULLS LAST) WHERE payer_id is not null;--> statement-breakpoint
CREATE INDEX "calls_kept" ON "calls" USING btree ("kept_until");--> statement-breakpoint
INSERT INTO "assistant_versions" ("assistant_id", "number", "content", "published_at") SELECT "id", 1, jsonb_build_object('name', "name", 'voiceId', "voice_id", 'firstMessage', "first_message", 'systemPrompt', "system_prompt", 'knowledge', "knowledge", 'photoId', "photo_id", 'photoFace', "photo_face"), "updated_at" FROM "own_assistants";
