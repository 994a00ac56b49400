CREATE TABLE "picture_parts" (
	"id" text PRIMARY KEY NOT NULL,
	"job_id" text NOT NULL,
	"start_seconds" integer NOT NULL,
	"end_seconds" integer,
	"starts" integer DEFAULT 0 NOT NULL,
	"frames" integer,
	"part_key" text
);
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "picture_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "picture_key" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "picture_failure" text;--> statement-breakpoint
ALTER TABLE "picture_parts" ADD CONSTRAINT "picture_parts_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "picture_parts_of_job_idx" ON "picture_parts" USING btree ("job_id","start_seconds");