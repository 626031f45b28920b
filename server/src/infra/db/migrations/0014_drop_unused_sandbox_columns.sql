ALTER TABLE "sandbox_stripe_objects" DROP COLUMN "product";--> statement-breakpoint
ALTER TABLE "sandbox_stripe_objects" DROP COLUMN "active";