ALTER TABLE "jobs" DROP CONSTRAINT "jobs_media_has_a_source";--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "keep_media_days" integer;--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "keep_jobs_days" integer;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "media_removed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_keep_some_days" CHECK (least("accounts"."keep_media_days", "accounts"."keep_jobs_days") > 0);--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_media_has_a_source" CHECK ("jobs"."media_url" is not null or "jobs"."media_key" is not null or "jobs"."media_removed_at" is not null);