CREATE TYPE "public"."api_key_scope" AS ENUM('read', 'submit', 'everything');--> statement-breakpoint
CREATE TYPE "public"."api_mode" AS ENUM('live', 'test');--> statement-breakpoint
CREATE TYPE "public"."callback_state" AS ENUM('pending', 'delivered', 'given_up');--> statement-breakpoint
CREATE TYPE "public"."job_failure" AS ENUM('unspecified', 'download_failure', 'insufficient_balance', 'invalid_media');--> statement-breakpoint
CREATE TYPE "public"."job_status" AS ENUM('in_progress', 'transcribed', 'failed');--> statement-breakpoint
CREATE TYPE "public"."ledger_kind" AS ENUM('credit', 'hold', 'release', 'charge', 'payment', 'refund');--> statement-breakpoint
CREATE TYPE "public"."payment_event_kind" AS ENUM('paid', 'refunded', 'refund_failed', 'disputed', 'dispute_won');--> statement-breakpoint
CREATE TYPE "public"."payment_provider" AS ENUM('stripe', 'test');--> statement-breakpoint
CREATE TABLE "accounts" (
	"id" text PRIMARY KEY NOT NULL,
	"email" text NOT NULL,
	"email_confirmed" boolean DEFAULT true NOT NULL,
	"password_hash" text,
	"balance_cents" bigint DEFAULT 0 NOT NULL,
	"keep_media_days" integer,
	"keep_jobs_days" integer,
	"warn_below_cents" bigint,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "accounts_keep_some_days" CHECK (least("accounts"."keep_media_days", "accounts"."keep_jobs_days") > 0),
	CONSTRAINT "accounts_balance_not_negative" CHECK ("accounts"."balance_cents" >= 0)
);
--> statement-breakpoint
CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"name" text NOT NULL,
	"sha256" text NOT NULL,
	"mode" "api_mode" DEFAULT 'live' NOT NULL,
	"scope" "api_key_scope" DEFAULT 'everything' NOT NULL,
	"last_four" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "api_keys_sha256_unique" UNIQUE("sha256")
);
--> statement-breakpoint
CREATE TABLE "callback_hosts" (
	"account_id" text NOT NULL,
	"origin" text NOT NULL,
	"failures_in_a_row" integer NOT NULL,
	"failed_at" timestamp with time zone NOT NULL,
	"paused_until" timestamp with time zone NOT NULL,
	CONSTRAINT "callback_hosts_account_id_origin_pk" PRIMARY KEY("account_id","origin")
);
--> statement-breakpoint
CREATE TABLE "callback_tries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "callback_tries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"callback_id" text NOT NULL,
	"started_at" timestamp with time zone NOT NULL,
	"duration_ms" integer NOT NULL,
	"status" integer,
	"reason" text NOT NULL,
	"answer" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "callbacks" (
	"id" text PRIMARY KEY NOT NULL,
	"job_id" text NOT NULL,
	"account_id" text NOT NULL,
	"url" text NOT NULL,
	"origin" text NOT NULL,
	"lane" smallint NOT NULL,
	"state" "callback_state" DEFAULT 'pending' NOT NULL,
	"round" integer DEFAULT 1 NOT NULL,
	"begun_at" timestamp with time zone DEFAULT now() NOT NULL,
	"tries_since_begun" integer DEFAULT 0 NOT NULL,
	"next_try_at" timestamp with time zone DEFAULT now() NOT NULL,
	"given_up_because" text,
	CONSTRAINT "callbacks_job_id_unique" UNIQUE("job_id")
);
--> statement-breakpoint
CREATE TABLE "deleted_jobs" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"mode" "api_mode" DEFAULT 'live' NOT NULL,
	"created_at" timestamp (6) with time zone NOT NULL,
	"deleted_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "idempotency_keys" (
	"account_id" text NOT NULL,
	"key" text NOT NULL,
	"request_sha256" text NOT NULL,
	"job_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "idempotency_keys_account_id_key_pk" PRIMARY KEY("account_id","key")
);
--> statement-breakpoint
CREATE TABLE "identities" (
	"issuer" text NOT NULL,
	"subject" text NOT NULL,
	"account_id" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "identities_issuer_subject_pk" PRIMARY KEY("issuer","subject")
);
--> statement-breakpoint
CREATE TABLE "jobs" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"mode" "api_mode" DEFAULT 'live' NOT NULL,
	"status" "job_status" DEFAULT 'in_progress' NOT NULL,
	"name" text NOT NULL,
	"metadata" text,
	"callback_url" text,
	"media_url" text,
	"media_key" text,
	"media_removed_at" timestamp with time zone,
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
	CONSTRAINT "jobs_media_has_a_source" CHECK ("jobs"."mode" = 'test' or "jobs"."media_url" is not null or "jobs"."media_key" is not null
        or "jobs"."media_removed_at" is not null)
);
--> statement-breakpoint
CREATE TABLE "ledger_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ledger_entries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" text NOT NULL,
	"kind" "ledger_kind" NOT NULL,
	"amount_cents" bigint NOT NULL,
	"job_id" text,
	"payment_id" text,
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
CREATE TABLE "one_time_links" (
	"id" text PRIMARY KEY NOT NULL,
	"kind" text NOT NULL,
	"account_id" text,
	"email" text,
	"sha256" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"valid_until" timestamp with time zone NOT NULL,
	CONSTRAINT "one_time_links_sha256_unique" UNIQUE("sha256"),
	CONSTRAINT "one_time_links_kind" CHECK ("one_time_links"."kind" in ('reset', 'invitation')),
	CONSTRAINT "one_time_links_reset_has_account" CHECK (("one_time_links"."kind" = 'reset') = ("one_time_links"."account_id" is not null))
);
--> statement-breakpoint
CREATE TABLE "payment_events" (
	"id" text PRIMARY KEY NOT NULL,
	"intent_reference" text NOT NULL,
	"kind" "payment_event_kind" NOT NULL,
	"subject" text NOT NULL,
	"amount_cents" bigint NOT NULL,
	"received_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"provider" "payment_provider" NOT NULL,
	"checkout_reference" text,
	"intent_reference" text,
	"amount_cents" bigint NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"paid_at" timestamp with time zone,
	"returned_cents" bigint DEFAULT 0 NOT NULL,
	"debited_cents" bigint DEFAULT 0 NOT NULL,
	CONSTRAINT "payments_checkout_reference_unique" UNIQUE("checkout_reference"),
	CONSTRAINT "payments_intent_reference_unique" UNIQUE("intent_reference"),
	CONSTRAINT "payments_paid_has_an_intent" CHECK (("payments"."paid_at" is null) = ("payments"."intent_reference" is null)),
	CONSTRAINT "payments_debits_within_returns" CHECK (0 <= "payments"."debited_cents" and "payments"."debited_cents" <= "payments"."returned_cents"
        and "payments"."returned_cents" <= "payments"."amount_cents")
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
CREATE TABLE "sessions" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"user_agent" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"last_seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "share_links" (
	"id" text PRIMARY KEY NOT NULL,
	"job_id" text NOT NULL,
	"sha256" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "share_links_sha256_unique" UNIQUE("sha256")
);
--> statement-breakpoint
CREATE TABLE "signing_secrets" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"secret" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"valid_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "transcript_texts" (
	"job_id" text NOT NULL,
	"monologue" integer NOT NULL,
	"text" text NOT NULL,
	"word_starts_ms" integer[] NOT NULL,
	"tsv" "tsvector" GENERATED ALWAYS AS (to_tsvector('simple', "text")) STORED NOT NULL,
	CONSTRAINT "transcript_texts_job_id_monologue_pk" PRIMARY KEY("job_id","monologue")
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callback_hosts" ADD CONSTRAINT "callback_hosts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callback_tries" ADD CONSTRAINT "callback_tries_callback_id_callbacks_id_fk" FOREIGN KEY ("callback_id") REFERENCES "public"."callbacks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callbacks" ADD CONSTRAINT "callbacks_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callbacks" ADD CONSTRAINT "callbacks_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deleted_jobs" ADD CONSTRAINT "deleted_jobs_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD CONSTRAINT "idempotency_keys_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "identities" ADD CONSTRAINT "identities_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "jobs" ADD CONSTRAINT "jobs_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ledger_entries" ADD CONSTRAINT "ledger_entries_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "machine_transcripts" ADD CONSTRAINT "machine_transcripts_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_links" ADD CONSTRAINT "one_time_links_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recognised_pieces" ADD CONSTRAINT "recognised_pieces_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signing_secrets" ADD CONSTRAINT "signing_secrets_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "transcript_texts" ADD CONSTRAINT "transcript_texts_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "accounts_email_key" ON "accounts" USING btree (lower("email"));--> statement-breakpoint
CREATE INDEX "api_keys_account_id_idx" ON "api_keys" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "callback_tries_callback_id_idx" ON "callback_tries" USING btree ("callback_id");--> statement-breakpoint
CREATE INDEX "callbacks_newest_first_idx" ON "callbacks" USING btree ("account_id","begun_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "callbacks_pending_in_lane_idx" ON "callbacks" USING btree ("account_id","origin","lane","next_try_at") WHERE "callbacks"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "deleted_jobs_deleted_at_idx" ON "deleted_jobs" USING btree ("deleted_at");--> statement-breakpoint
CREATE INDEX "idempotency_keys_job_id_idx" ON "idempotency_keys" USING btree ("job_id");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created_at_idx" ON "idempotency_keys" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "identities_account_id_idx" ON "identities" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "jobs_newest_first_idx" ON "jobs" USING btree ("account_id","mode","created_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "jobs_in_progress_idx" ON "jobs" USING btree ("account_id") WHERE "jobs"."status" = 'in_progress';--> statement-breakpoint
CREATE INDEX "ledger_entries_account_id_idx" ON "ledger_entries" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "ledger_entries_job_id_idx" ON "ledger_entries" USING btree ("job_id");--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_one_charge_a_job" ON "ledger_entries" USING btree ("job_id") WHERE "ledger_entries"."kind" = 'charge';--> statement-breakpoint
CREATE UNIQUE INDEX "ledger_entries_one_release_a_job" ON "ledger_entries" USING btree ("job_id") WHERE "ledger_entries"."kind" = 'release';--> statement-breakpoint
CREATE INDEX "one_time_links_account_id_idx" ON "one_time_links" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "one_time_links_valid_until_idx" ON "one_time_links" USING btree ("valid_until");--> statement-breakpoint
CREATE INDEX "payment_events_intent_reference_idx" ON "payment_events" USING btree ("intent_reference");--> statement-breakpoint
CREATE INDEX "payments_account_id_idx" ON "payments" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "sessions_account_id_idx" ON "sessions" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "sessions_created_at_idx" ON "sessions" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "share_links_job_id_idx" ON "share_links" USING btree ("job_id");--> statement-breakpoint
CREATE UNIQUE INDEX "signing_secrets_one_in_use" ON "signing_secrets" USING btree ("account_id") WHERE "signing_secrets"."valid_until" is null;--> statement-breakpoint
CREATE INDEX "transcript_texts_tsv_idx" ON "transcript_texts" USING gin ("tsv");