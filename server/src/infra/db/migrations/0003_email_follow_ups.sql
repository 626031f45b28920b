CREATE TABLE "email_crm" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"display_name" text,
	"signup_date" timestamp (3) with time zone NOT NULL,
	"follow_up_status" text DEFAULT 'pending' NOT NULL,
	"last_contact_date" timestamp (3) with time zone,
	"notes" text DEFAULT '' NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp (3) with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "email_crm_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE INDEX "email_crm_signup_date" ON "email_crm" USING btree ("signup_date" DESC NULLS LAST,"id" DESC NULLS LAST);
--> statement-breakpoint
INSERT INTO "email_crm" ("id", "email", "display_name", "signup_date") SELECT gen_random_uuid()::text, "email", nullif("display_name", ''), "created_at" FROM "users";
