CREATE TABLE "request_headers" (
	"job_id" text NOT NULL,
	"kind" text NOT NULL,
	"sealed" text NOT NULL,
	CONSTRAINT "request_headers_job_id_kind_pk" PRIMARY KEY("job_id","kind")
);
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "name_chosen" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "text_options" jsonb;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "delete_after_seconds" integer;--> statement-breakpoint
ALTER TABLE "request_headers" ADD CONSTRAINT "request_headers_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;