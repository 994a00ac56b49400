CREATE TABLE "recognitions" (
	"job_id" text NOT NULL,
	"first_word" integer NOT NULL,
	"speakers" jsonb NOT NULL,
	"monologues" jsonb NOT NULL,
	"record" jsonb,
	CONSTRAINT "recognitions_job_id_first_word_pk" PRIMARY KEY("job_id","first_word")
);
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "recognizes" text;--> statement-breakpoint
ALTER TABLE "recognitions" ADD CONSTRAINT "recognitions_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;