CREATE TABLE "job_tags" (
	"job_id" text NOT NULL,
	"account_id" text NOT NULL,
	"key" text NOT NULL,
	"tag" text NOT NULL,
	CONSTRAINT "job_tags_job_id_key_pk" PRIMARY KEY("job_id","key"),
	CONSTRAINT "job_tags_length" CHECK (char_length("job_tags"."tag") between 1 and 40)
);
--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "archived_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "job_tags" ADD CONSTRAINT "job_tags_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "job_tags" ADD CONSTRAINT "job_tags_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "job_tags_by_key_idx" ON "job_tags" USING btree ("account_id","key","tag","job_id");--> statement-breakpoint
CREATE INDEX "jobs_archived_idx" ON "jobs" USING btree ("account_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST) WHERE "jobs"."archived_at" is not null;