CREATE TABLE "billing_customers" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text,
	"ticket" bigint DEFAULT 0 NOT NULL,
	"applied_ticket" bigint DEFAULT 0 NOT NULL,
	"synced_at" timestamp (3) with time zone
);
--> statement-breakpoint
DROP INDEX "billing_events_open";--> statement-breakpoint
ALTER TABLE "usage_ledger" ADD COLUMN "ran_ms" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "billing_customers" ADD CONSTRAINT "billing_customers_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "billing_customers_user_id" ON "billing_customers" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "billing_events_open" ON "billing_events" USING btree ("customer_id","received_at") WHERE processed_at is null;