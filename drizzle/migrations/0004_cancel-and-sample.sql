ALTER TABLE "accounts" ADD COLUMN "sample_job_id" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "progress_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "canceled_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_canceled_is_failed" CHECK ("jobs"."canceled_at" is null or "jobs"."status" = 'failed');