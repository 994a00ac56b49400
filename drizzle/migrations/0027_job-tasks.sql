ALTER TABLE "jobs" ADD COLUMN "passage" jsonb;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "task" text DEFAULT 'recognize' NOT NULL;