CREATE TABLE "given_transcripts" (
	"job_id" text PRIMARY KEY NOT NULL,
	"paragraphs" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "given_transcripts" ADD CONSTRAINT "given_transcripts_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;