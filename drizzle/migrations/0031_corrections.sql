CREATE TABLE "corrections" (
	"job_id" text NOT NULL,
	"account_id" text NOT NULL,
	"key" text NOT NULL,
	"phrase" text NOT NULL,
	"is_name" boolean NOT NULL,
	"count" integer NOT NULL,
	"known" integer NOT NULL,
	"heard" jsonb NOT NULL,
	"places" jsonb NOT NULL,
	"found_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "corrections_job_id_key_pk" PRIMARY KEY("job_id","key")
);
--> statement-breakpoint
CREATE TABLE "decided_corrections" (
	"account_id" text NOT NULL,
	"key" text NOT NULL,
	"is_added" boolean NOT NULL,
	CONSTRAINT "decided_corrections_account_id_key_pk" PRIMARY KEY("account_id","key")
);
--> statement-breakpoint
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "corrections" ADD CONSTRAINT "corrections_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "decided_corrections" ADD CONSTRAINT "decided_corrections_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "corrections_newest_idx" ON "corrections" USING btree ("account_id","found_at" DESC NULLS FIRST);