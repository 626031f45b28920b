CREATE TABLE "billing_invoices" (
	"id" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"ticket" bigint NOT NULL,
	"number" text,
	"status" text NOT NULL,
	"total_cents" bigint NOT NULL,
	"currency" text NOT NULL,
	"url" text,
	"created_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE INDEX "billing_invoices_customer" ON "billing_invoices" USING btree ("customer_id","created_at");--> statement-breakpoint
-- Has the next sync read every customer, so that the invoices of before are copied.
UPDATE "billing_customers" SET "synced_at" = NULL;