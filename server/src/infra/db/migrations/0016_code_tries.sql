CREATE TABLE "code_tries" (
	"id" text PRIMARY KEY NOT NULL,
	"assistant_id" text NOT NULL,
	"call_id" text NOT NULL,
	"network" text,
	"tried_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "code_tries" ADD CONSTRAINT "code_tries_assistant_id_own_assistants_id_fk" FOREIGN KEY ("assistant_id") REFERENCES "public"."own_assistants"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "code_tries_assistant" ON "code_tries" USING btree ("assistant_id","tried_at");--> statement-breakpoint
CREATE INDEX "code_tries_tried_at" ON "code_tries" USING btree ("tried_at");