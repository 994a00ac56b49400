ALTER TABLE "accounts" ADD COLUMN "display_name" text;--> statement-breakpoint
ALTER TABLE "revisions" ADD COLUMN "summary" jsonb;