ALTER TABLE "accounts" ADD COLUMN "email_when_done" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "origin" text DEFAULT 'api' NOT NULL;