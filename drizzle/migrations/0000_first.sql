CREATE TYPE "public"."job_failure" AS ENUM('unspecified', 'download_failure', 'insufficient_balance', 'invalid_media');--> statement-breakpoint
CREATE TYPE "public"."job_status" AS ENUM('in_progress', 'transcribed', 'failed');--> statement-breakpoint
CREATE TYPE "public"."ledger_kind" AS ENUM('credit', 'hold', 'release', 'charge');--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"password_hash" text NOT NULL,
	"session_version" integer DEFAULT 0 NOT NULL,
	"balance_cents" bigint DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accounts_balance_not_negative" CHECK ("accounts"."balance_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"name" text NOT NULL,
	"sha256" text NOT NULL,
	"last_four" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "api_keys_sha256_unique" UNIQUE("sha256")
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"status" "job_status" DEFAULT 'in_progress' NOT NULL,
	"name" text NOT NULL,
	"metadata" text,
	"callback_url" text,
	"media_url" text,
	"media_key" text,
	"media_bytes" bigint,
	"duration_seconds" double precision,
	"price_cents" bigint NOT NULL,
	"progress" real DEFAULT 0 NOT NULL,
	"starts_without_progress" integer DEFAULT 0 NOT NULL,
	"failure" "job_failure",
	"failure_detail" text,
	"created_at" timestamp (6) with time zone DEFAULT now() NOT NULL,
	"started_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	CONSTRAINT "jobs_failure_when_failed" CHECK (("jobs"."status" = 'failed') = ("jobs"."failure" is not null)),
	CONSTRAINT "jobs_media_has_a_source" CHECK ("jobs"."media_url" is not null or "jobs"."media_key" is not null)
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" text NOT NULL,
	"kind" "ledger_kind" NOT NULL,
	"amount_cents" bigint NOT NULL,
	"job_id" text,
	"note" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "machine_transcripts" (
	"job_id" text PRIMARY KEY NOT NULL,
	"words" jsonb NOT NULL,
	"speakers" jsonb NOT NULL,
	"monologues" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recognised_pieces" (
	"job_id" text NOT NULL,
	"index" integer NOT NULL,
	"start_ms" integer NOT NULL,
	"end_ms" integer NOT NULL,
	"words" jsonb NOT NULL,
	CONSTRAINT "recognised_pieces_job_id_index_pk" PRIMARY KEY("job_id","index")
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "machine_transcripts" ADD CONSTRAINT "machine_transcripts_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recognised_pieces" ADD CONSTRAINT "recognised_pieces_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_email_key" ON "accounts" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "api_keys_account_id_idx" ON "api_keys" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "jobs_newest_first_idx" ON "jobs" USING btree ("account_id","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "jobs_in_progress_idx" ON "jobs" USING btree ("account_id") WHERE "jobs"."status" = 'in_progress';--> statement-breakpoint
CREATE INDEX "ledger_entries_account_id_idx" ON "ledger_entries" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "ledger_entries_job_id_idx" ON "ledger_entries" USING btree ("job_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_one_charge_a_job" ON "ledger_entries" USING btree ("job_id") WHERE "ledger_entries"."kind" = 'charge';--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_one_release_a_job" ON "ledger_entries" USING btree ("job_id") WHERE "ledger_entries"."kind" = 'release';