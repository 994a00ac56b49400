CREATE TYPE "public"."callback_state" AS ENUM('pending', 'delivered', 'given_up');--> statement-breakpoint
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
CREATE TABLE "signing_secrets" (
	"id" text PRIMARY KEY NOT NULL,
	"account_id" text NOT NULL,
	"secret" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"valid_until" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "callback_hosts" ADD CONSTRAINT "callback_hosts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callback_tries" ADD CONSTRAINT "callback_tries_callback_id_callbacks_id_fk" FOREIGN KEY ("callback_id") REFERENCES "public"."callbacks"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callbacks" ADD CONSTRAINT "callbacks_job_id_jobs_id_fk" FOREIGN KEY ("job_id") REFERENCES "public"."jobs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "callbacks" ADD CONSTRAINT "callbacks_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signing_secrets" ADD CONSTRAINT "signing_secrets_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "callback_tries_callback_id_idx" ON "callback_tries" USING btree ("callback_id");--> statement-breakpoint
CREATE INDEX "callbacks_pending_in_lane_idx" ON "callbacks" USING btree ("account_id","origin","lane","next_try_at") WHERE "callbacks"."state" = 'pending';--> statement-breakpoint
CREATE UNIQUE INDEX "signing_secrets_one_in_use" ON "signing_secrets" USING btree ("account_id") WHERE "signing_secrets"."valid_until" is null;