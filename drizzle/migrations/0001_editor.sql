ALTER TABLE "jobs" ADD COLUMN "rendition_key" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "rendition_type" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "peaks_key" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "rendition_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "rendition_starts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "rendition_failure" text;