CREATE TABLE "reviewed_words" (
	"job_id" text PRIMARY KEY NOT NULL,
	"words" "int4multirange" NOT NULL,
	"pauses" "int4multirange" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "revision_monologues" (
	"job_id" text NOT NULL,
	"id" text NOT NULL,
	"since" integer NOT NULL,
	"until" integer,
	"place" text NOT NULL,
	"speaker" integer NOT NULL,
	"from_word" integer NOT NULL,
	"to_word" integer NOT NULL,
	"start_ms" integer,
	"content" jsonb NOT NULL,
	CONSTRAINT "revision_monologues_job_id_id_since_pk" PRIMARY KEY("job_id","id","since")
);
--> statement-breakpoint
CREATE TABLE "revisions" (
	"job_id" text NOT NULL,
	"number" integer NOT NULL,
	"at" timestamp with time zone DEFAULT now() NOT NULL,
	"author_kind" text NOT NULL,
	"author_name" text NOT NULL,
	"link_id" text,
	"name" text,
	"restored_from" integer,
	"monologues_changed" integer NOT NULL,
	"speakers" jsonb NOT NULL,
	"idempotency_key" text,
	CONSTRAINT "revisions_job_id_number_pk" PRIMARY KEY("job_id","number"),
	CONSTRAINT "revisions_author_kind" CHECK ("revisions"."author_kind" in ('owner', 'guest'))
);
--> statement-breakpoint
ALTER TABLE "transcript_texts" ALTER COLUMN "monologue" SET DATA TYPE text USING 'm' || "monologue";--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "editor_settings" jsonb DEFAULT '{}'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "rendition_key" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "rendition_type" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "peaks_key" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "rendition_asked_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "rendition_starts" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "rendition_failure" text;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "latest_revision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "last_modified_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "machine_transcripts" ADD COLUMN "word_count" integer GENERATED ALWAYS AS (jsonb_array_length("words")) STORED NOT NULL;--> statement-breakpoint
ALTER TABLE "share_links" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "share_links" ADD COLUMN "permission" text DEFAULT 'edit' NOT NULL;--> statement-breakpoint
ALTER TABLE "share_links" ADD COLUMN "expires_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "share_links" ADD COLUMN "last_used_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "reviewed_words" ADD CONSTRAINT "reviewed_words_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revision_monologues" ADD CONSTRAINT "revision_monologues_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "revisions" ADD CONSTRAINT "revisions_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "revision_monologues_latest_idx" ON "revision_monologues" USING btree ("job_id","id") WHERE "revision_monologues"."until" is null;--> statement-breakpoint
CREATE INDEX "revision_monologues_since_idx" ON "revision_monologues" USING btree ("job_id","since");--> statement-breakpoint
CREATE INDEX "revision_monologues_until_idx" ON "revision_monologues" USING btree ("job_id","until");--> statement-breakpoint
CREATE UNIQUE INDEX "revisions_idempotency_key_idx" ON "revisions" USING btree ("job_id","idempotency_key") WHERE "revisions"."idempotency_key" is not null;--> statement-breakpoint
ALTER TABLE "share_links" ADD CONSTRAINT "share_links_permission" CHECK ("share_links"."permission" in ('view', 'edit'));