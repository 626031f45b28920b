CREATE TABLE "billing_customers" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"ticket" bigint DEFAULT 0 NOT NULL,
	"applied_ticket" bigint DEFAULT 0 NOT NULL,
	"synced_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "crm_figures" (
	"list" text NOT NULL,
	"status" text NOT NULL,
	"rows" bigint NOT NULL,
	"monthly_revenue_cents" bigint DEFAULT 0 NOT NULL,
	"limit_exceeded" bigint DEFAULT 0 NOT NULL
);
--> statement-breakpoint
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
	"ran_ms" bigint DEFAULT 0 NOT NULL,
	"used_ms" bigint,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"settled_at" timestamp (3) with time zone,
	CONSTRAINT "usage_ledger_call_id_pk" PRIMARY KEY("call_id"),
	CONSTRAINT "usage_ledger_settled" CHECK ((used_ms is null) = (settled_at is null))
);
--> statement-breakpoint
DROP INDEX "email_crm_signup_date";--> statement-breakpoint
ALTER TABLE "email_crm" ADD COLUMN "shown_status" text GENERATED ALWAYS AS (case when follow_up_status in ('contacted', 'completed') then follow_up_status else 'pending' end) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "billing_customers" ADD CONSTRAINT "billing_customers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sandbox_stripe_deliveries" ADD CONSTRAINT "sandbox_stripe_deliveries_event_id_sandbox_stripe_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."sandbox_stripe_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscribers" ADD CONSTRAINT "subscribers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "usage_ledger" ADD CONSTRAINT "usage_ledger_subscriber_id_subscribers_id_fk" FOREIGN KEY ("subscriber_id") REFERENCES "public"."subscribers"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "billing_customers_user_id" ON "billing_customers" USING btree ("user_id");--> statement-breakpoint
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
CREATE INDEX "billing_events_open" ON "billing_events" USING btree ("customer_id","received_at") WHERE processed_at is null;--> statement-breakpoint
CREATE INDEX "subscribers_created_at" ON "subscribers" USING btree ("created_at","id","subscription_status","subscription_tier","email");--> statement-breakpoint
CREATE INDEX "subscribers_email" ON "subscribers" USING btree ("email","id","subscription_status","subscription_tier");--> statement-breakpoint
CREATE INDEX "subscribers_status" ON "subscribers" USING btree ("subscription_status","id","subscription_tier","email");--> statement-breakpoint
CREATE INDEX "subscribers_tier" ON "subscribers" USING btree ("subscription_tier","id","subscription_status","email");--> statement-breakpoint
CREATE INDEX "subscribers_revenue" ON "subscribers" USING btree ("monthly_revenue_cents","id","subscription_status","subscription_tier","email");--> statement-breakpoint
CREATE INDEX "subscribers_usage" ON "subscribers" USING btree ("current_usage_ms","id","subscription_status","subscription_tier","email");--> statement-breakpoint
CREATE INDEX "subscribers_start" ON "subscribers" USING btree ("subscription_start","id","subscription_status","subscription_tier","email");--> statement-breakpoint
CREATE INDEX "subscribers_user_id" ON "subscribers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "subscribers_customer" ON "subscribers" USING btree ("stripe_customer_id");--> statement-breakpoint
CREATE INDEX "usage_ledger_period" ON "usage_ledger" USING btree ("subscriber_id","period_start");--> statement-breakpoint
CREATE INDEX "usage_ledger_open" ON "usage_ledger" USING btree ("created_at") WHERE used_ms is null;--> statement-breakpoint
CREATE INDEX "email_crm_email" ON "email_crm" USING btree ("email","id","shown_status","display_name");--> statement-breakpoint
CREATE INDEX "email_crm_name" ON "email_crm" USING btree (lower(coalesce("display_name", '')),"id","shown_status","email","display_name");--> statement-breakpoint
CREATE INDEX "email_crm_status" ON "email_crm" USING btree ("shown_status","id","email","display_name");--> statement-breakpoint
CREATE INDEX "email_crm_contact" ON "email_crm" USING btree (coalesce("last_contact_date", '-infinity'::timestamptz),"id","shown_status","email","display_name","last_contact_date");--> statement-breakpoint
CREATE INDEX "email_crm_signup_date" ON "email_crm" USING btree ("signup_date","id","shown_status","email","display_name");--> statement-breakpoint
-- Written by hand from here on: drizzle's schema has no words for functions and triggers, nor for an index that is made
-- only where it can be. Whoever looks for part of an address finds it by its three-letter pieces; a server that lacks the
-- extension, or a role that may not add it, searches row by row instead.
DO $$
BEGIN
  CREATE EXTENSION IF NOT EXISTS pg_trgm;
EXCEPTION WHEN OTHERS THEN
  RAISE NOTICE 'pg_trgm is not available, the team''s search will be slower: %', SQLERRM;
END
$$;--> statement-breakpoint
DO $$
BEGIN
  IF EXISTS (SELECT FROM pg_extension WHERE extname = 'pg_trgm') THEN
    CREATE INDEX "subscribers_email_parts" ON "subscribers" USING gin ("email" gin_trgm_ops);
    CREATE INDEX "email_crm_parts" ON "email_crm" USING gin ((email || ' ' || lower(coalesce(display_name, ''))) gin_trgm_ops);
  END IF;
END
$$;--> statement-breakpoint
-- Whoever watches the team's tables is told that one of them has changed, whatever changed it. The payload names the
-- table alone: within a transaction, equal notifications are sent as one.
CREATE FUNCTION "notify_crm_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('crm_changed', TG_ARGV[0]);
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "subscribers_came_or_went" AFTER INSERT OR DELETE ON "subscribers" FOR EACH ROW EXECUTE FUNCTION "notify_crm_changed"('subscribers');--> statement-breakpoint
CREATE TRIGGER "subscribers_changed" AFTER UPDATE ON "subscribers" FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "notify_crm_changed"('subscribers');--> statement-breakpoint
CREATE TRIGGER "email_crm_came_or_went" AFTER INSERT OR DELETE ON "email_crm" FOR EACH ROW EXECUTE FUNCTION "notify_crm_changed"('emails');--> statement-breakpoint
CREATE TRIGGER "email_crm_changed" AFTER UPDATE ON "email_crm" FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "notify_crm_changed"('emails');--> statement-breakpoint
-- The team's figures (schema/crm-figures.ts): each statement that changes a sum adds what it changed.
CREATE FUNCTION "figure_subscribers"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO crm_figures
    SELECT 'subscribers', subscription_status, count(*), sum(monthly_revenue_cents), count(*) FILTER (WHERE limit_exceeded)
    FROM added GROUP BY subscription_status;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO crm_figures
    SELECT 'subscribers', subscription_status, -count(*), -sum(monthly_revenue_cents), -count(*) FILTER (WHERE limit_exceeded)
    FROM removed GROUP BY subscription_status;
  ELSE
    INSERT INTO crm_figures
    SELECT 'subscribers', status, sum(rows), sum(cents), sum(exceeded)
    FROM (
      SELECT subscription_status, 1, monthly_revenue_cents, limit_exceeded::int FROM added
      UNION ALL SELECT subscription_status, -1, -monthly_revenue_cents, -limit_exceeded::int FROM removed
    ) AS changes (status, rows, cents, exceeded)
    GROUP BY status HAVING (sum(rows), sum(cents), sum(exceeded)) <> (0, 0, 0);
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE FUNCTION "figure_emails"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO crm_figures SELECT 'emails', shown_status, count(*) FROM added GROUP BY shown_status;
  ELSIF TG_OP = 'DELETE' THEN
    INSERT INTO crm_figures SELECT 'emails', shown_status, -count(*) FROM removed GROUP BY shown_status;
  ELSE
    INSERT INTO crm_figures
    SELECT 'emails', status, sum(rows)
    FROM (SELECT shown_status, 1 FROM added UNION ALL SELECT shown_status, -1 FROM removed) AS changes (status, rows)
    GROUP BY status HAVING sum(rows) <> 0;
  END IF;
  RETURN NULL;
END
$$;--> statement-breakpoint
CREATE TRIGGER "subscribers_figures_insert" AFTER INSERT ON "subscribers" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "figure_subscribers"();--> statement-breakpoint
CREATE TRIGGER "subscribers_figures_update" AFTER UPDATE ON "subscribers" REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "figure_subscribers"();--> statement-breakpoint
CREATE TRIGGER "subscribers_figures_delete" AFTER DELETE ON "subscribers" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "figure_subscribers"();--> statement-breakpoint
CREATE TRIGGER "email_crm_figures_insert" AFTER INSERT ON "email_crm" REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "figure_emails"();--> statement-breakpoint
CREATE TRIGGER "email_crm_figures_update" AFTER UPDATE ON "email_crm" REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION "figure_emails"();--> statement-breakpoint
CREATE TRIGGER "email_crm_figures_delete" AFTER DELETE ON "email_crm" REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION "figure_emails"();--> statement-breakpoint
CREATE FUNCTION "recount_crm_figures"() RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  -- One at a time: of two at once, each would put its own count in place.
  PERFORM pg_advisory_xact_lock(hashtext('crm_figures'));
  -- In a single statement, which sees the lines and the tables as of one moment; what is being changed adds to it later.
  WITH gone AS (DELETE FROM crm_figures)
  INSERT INTO crm_figures
  SELECT 'subscribers', subscription_status, count(*), sum(monthly_revenue_cents), count(*) FILTER (WHERE limit_exceeded)
  FROM subscribers GROUP BY subscription_status
  UNION ALL SELECT 'emails', shown_status, count(*), 0, 0 FROM email_crm GROUP BY shown_status;
END
$$;--> statement-breakpoint
SELECT "recount_crm_figures"();
