DROP INDEX "email_crm_signup_date";--> statement-breakpoint
DROP INDEX "subscribers_created_at";--> statement-breakpoint
DROP INDEX "subscribers_email";--> statement-breakpoint
CREATE INDEX "email_crm_email" ON "email_crm" USING btree ("email","id");--> statement-breakpoint
CREATE INDEX "email_crm_name" ON "email_crm" USING btree (lower(coalesce("display_name", '')),"id");--> statement-breakpoint
CREATE INDEX "email_crm_status" ON "email_crm" USING btree ("follow_up_status","id");--> statement-breakpoint
CREATE INDEX "email_crm_contact" ON "email_crm" USING btree (coalesce("last_contact_date", '-infinity'::timestamptz),"id");--> statement-breakpoint
CREATE INDEX "subscribers_status" ON "subscribers" USING btree ("subscription_status","id");--> statement-breakpoint
CREATE INDEX "subscribers_tier" ON "subscribers" USING btree ("subscription_tier","id");--> statement-breakpoint
CREATE INDEX "subscribers_revenue" ON "subscribers" USING btree ("monthly_revenue_cents","id");--> statement-breakpoint
CREATE INDEX "subscribers_usage" ON "subscribers" USING btree ("current_usage_ms","id");--> statement-breakpoint
CREATE INDEX "subscribers_start" ON "subscribers" USING btree ("subscription_start","id");--> statement-breakpoint
CREATE INDEX "subscribers_figures" ON "subscribers" USING btree ("subscription_status","limit_exceeded","monthly_revenue_cents");--> statement-breakpoint
CREATE INDEX "email_crm_signup_date" ON "email_crm" USING btree ("signup_date","id");--> statement-breakpoint
CREATE INDEX "subscribers_created_at" ON "subscribers" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "subscribers_email" ON "subscribers" USING btree ("email","id");--> statement-breakpoint
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
CREATE TRIGGER "email_crm_changed" AFTER UPDATE ON "email_crm" FOR EACH ROW WHEN (OLD.* IS DISTINCT FROM NEW.*) EXECUTE FUNCTION "notify_crm_changed"('emails');
