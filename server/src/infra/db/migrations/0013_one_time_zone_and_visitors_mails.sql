ALTER TABLE "mails" ADD COLUMN "assistant_id" text;--> statement-breakpoint
ALTER TABLE "own_assistants" ADD COLUMN "time_zone" text DEFAULT 'UTC' NOT NULL;--> statement-breakpoint
ALTER TABLE "mails" ADD CONSTRAINT "mails_assistant_id_own_assistants_id_fk" FOREIGN KEY ("assistant_id") REFERENCES "public"."own_assistants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "mails_assistant" ON "mails" USING btree ("assistant_id");--> statement-breakpoint
UPDATE "own_assistants" SET
  "time_zone" = coalesce(nullif("actions"->>'timeZone', 'UTC'), nullif("limits"->>'timeZone', 'UTC'), 'UTC'),
  "actions" = "actions" - 'timeZone',
  "limits" = "limits" - 'timeZone';
