CREATE TABLE "billing_receipts" (
	"invoice_id" text PRIMARY KEY NOT NULL,
	"customer_id" text NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "call_spending" (
	"call_id" text PRIMARY KEY NOT NULL,
	"day" text NOT NULL,
	"is_free" boolean NOT NULL,
	"person" text,
	"network" text NOT NULL,
	"reserved_micros" bigint NOT NULL,
	"spent_micros" bigint DEFAULT 0 NOT NULL,
	"reserved_ms" integer NOT NULL,
	"used_ms" integer DEFAULT 0 NOT NULL,
	"settled_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "billing_customers" ADD COLUMN "claim_key" text;--> statement-breakpoint
ALTER TABLE "billing_customers" ADD COLUMN "claim_mailed_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "charged_from_ms" integer;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "network" text;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "continues_id" text;--> statement-breakpoint
ALTER TABLE "calls" ADD COLUMN "continued_by_id" text;--> statement-breakpoint
ALTER TABLE "subscribers" ADD COLUMN "counted_since" timestamp (3) with time zone;--> statement-breakpoint
CREATE INDEX "call_spending_person" ON "call_spending" USING btree ("day","person") WHERE is_free;--> statement-breakpoint
CREATE INDEX "call_spending_network" ON "call_spending" USING btree ("day","network") WHERE is_free;--> statement-breakpoint
ALTER TABLE "billing_customers" ADD CONSTRAINT "billing_customers_claim_key_unique" UNIQUE("claim_key");