CREATE TABLE "legal_holds" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"job_id" text,
	"reason" text NOT NULL,
	"placed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "legal_holds_account_id_job_id_key" UNIQUE NULLS NOT DISTINCT("account_id","job_id")
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "keep_originals_days" integer;--> statement-breakpoint
ALTER TABLE "legal_holds" ADD CONSTRAINT "legal_holds_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "legal_holds" ADD CONSTRAINT "legal_holds_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "legal_holds_job_id_idx" ON "legal_holds" USING btree ("job_id");--> statement-breakpoint
ALTER TABLE "accounts" ADD CONSTRAINT "accounts_keep_originals_some_days" CHECK ("accounts"."keep_originals_days" > 0) NOT VALID;