CREATE TABLE "sandbox_stripe_answers" (
	"key" text PRIMARY KEY NOT NULL,
	"path" text NOT NULL,
	"params_hash" text NOT NULL,
	"request_id" text NOT NULL,
	"status" integer NOT NULL,
	"body" jsonb NOT NULL,
	"created_at_ms" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_stripe_deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_stripe_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"event_id" text NOT NULL,
	"url" text NOT NULL,
	"endpoint_id" text,
	"status" text DEFAULT 'pending' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at_ms" bigint NOT NULL,
	"last_status" integer,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "sandbox_stripe_events" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_stripe_events_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"type" text NOT NULL,
	"created" bigint NOT NULL,
	"data" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sandbox_stripe_objects" (
	"id" text PRIMARY KEY NOT NULL,
	"seq" bigint GENERATED ALWAYS AS IDENTITY (sequence name "sandbox_stripe_objects_seq_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"created" bigint NOT NULL,
	"customer" text,
	"subscription" text,
	"product" text,
	"status" text,
	"email" text,
	"lookup_key" text,
	"active" boolean,
	"test_clock" text,
	"deleted" boolean DEFAULT false NOT NULL,
	"due_at" bigint,
	"data" jsonb NOT NULL,
	"hidden" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "billing_events" (
	"id" text PRIMARY KEY NOT NULL,
	"type" text NOT NULL,
	"customer_id" text,
	"received_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"processed_at" timestamp (3) with time zone,
	"attempts" integer DEFAULT 0 NOT NULL,
	"last_error" text
);
--> statement-breakpoint
CREATE TABLE "subscribers" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"user_id" text,
	"stripe_customer_id" text NOT NULL,
	"stripe_subscription_id" text NOT NULL,
	"subscription_status" text NOT NULL,
	"provider_status" text NOT NULL,
	"subscription_tier" text NOT NULL,
	"price_id" text,
	"monthly_revenue_cents" integer NOT NULL,
	"monthly_limit_minutes" integer NOT NULL,
	"current_usage_ms" bigint DEFAULT 0 NOT NULL,
	"limit_exceeded" boolean DEFAULT false NOT NULL,
	"subscription_start" timestamp (3) with time zone NOT NULL,
	"period_start" timestamp (3) with time zone NOT NULL,
	"period_end" timestamp (3) with time zone NOT NULL,
	"ends_at" timestamp (3) with time zone,
	"told_approaching_for" timestamp (3) with time zone,
	"told_exceeded_for" timestamp (3) with time zone,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscribers_stripe_subscription_id_unique" UNIQUE("stripe_subscription_id")
);
--> statement-breakpoint
CREATE TABLE "usage_ledger" (
	"call_id" text NOT NULL,
	"subscriber_id" text NOT NULL,
	"period_start" timestamp (3) with time zone NOT NULL,
	"reserved_ms" bigint NOT NULL,
	"used_ms" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "usage_ledger_call_id_pk" PRIMARY KEY("call_id"),
	CONSTRAINT "usage_ledger_settled" CHECK ((used_ms is null) = (settled_at is null))
);
--> statement-breakpoint
ALTER TABLE "sandbox_stripe_deliveries" ADD CONSTRAINT "sandbox_stripe_deliveries_event_id_sandbox_stripe_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."sandbox_stripe_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscribers" ADD CONSTRAINT "subscribers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_ledger" ADD CONSTRAINT "usage_ledger_subscriber_id_subscribers_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."subscribers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sandbox_stripe_answers_created" ON "sandbox_stripe_answers" USING btree ("created_at_ms");--> statement-breakpoint
CREATE INDEX "sandbox_stripe_deliveries_due" ON "sandbox_stripe_deliveries" USING btree ("status","next_attempt_at_ms");--> statement-breakpoint
CREATE INDEX "sandbox_stripe_deliveries_event" ON "sandbox_stripe_deliveries" USING btree ("event_id");--> statement-breakpoint
CREATE INDEX "sandbox_stripe_events_seq" ON "sandbox_stripe_events" USING btree ("seq");--> statement-breakpoint
CREATE INDEX "sandbox_stripe_events_created" ON "sandbox_stripe_events" USING btree ("created");--> statement-breakpoint
CREATE INDEX "sandbox_stripe_objects_kind" ON "sandbox_stripe_objects" USING btree ("kind","seq");--> statement-breakpoint
CREATE INDEX "sandbox_stripe_objects_customer" ON "sandbox_stripe_objects" USING btree ("customer","kind");--> statement-breakpoint
CREATE INDEX "sandbox_stripe_objects_subscription" ON "sandbox_stripe_objects" USING btree ("subscription","kind");--> statement-breakpoint
CREATE INDEX "sandbox_stripe_objects_email" ON "sandbox_stripe_objects" USING btree ("email");--> statement-breakpoint
CREATE INDEX "sandbox_stripe_objects_due" ON "sandbox_stripe_objects" USING btree ("test_clock","due_at");--> statement-breakpoint
CREATE UNIQUE INDEX "sandbox_stripe_objects_lookup_key" ON "sandbox_stripe_objects" USING btree ("lookup_key");--> statement-breakpoint
CREATE INDEX "billing_events_open" ON "billing_events" USING btree ("received_at") WHERE processed_at is null;--> statement-breakpoint
CREATE INDEX "subscribers_created_at" ON "subscribers" USING btree ("created_at" DESC NULLS LAST,"id" DESC NULLS LAST);--> statement-breakpoint
CREATE INDEX "subscribers_email" ON "subscribers" USING btree ("email");--> statement-breakpoint
CREATE INDEX "subscribers_user_id" ON "subscribers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "subscribers_customer" ON "subscribers" USING btree ("stripe_customer_id");--> statement-breakpoint
CREATE INDEX "usage_ledger_period" ON "usage_ledger" USING btree ("subscriber_id","period_start");--> statement-breakpoint
CREATE INDEX "usage_ledger_open" ON "usage_ledger" USING btree ("created_at") WHERE used_ms is null;