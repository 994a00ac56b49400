CREATE TABLE "attempts" (
	"key" text PRIMARY KEY NOT NULL,
	"points" integer NOT NULL,
	"expire" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "installation" (
	"id" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"secret_fingerprint" text NOT NULL,
	CONSTRAINT "installation_one_row" CHECK ("installation"."id")
);
--> statement-breakpoint
CREATE TABLE "request_counts" (
	"key_id" text PRIMARY KEY NOT NULL,
	"count" integer NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "worker_engines" (
	"worker" text PRIMARY KEY NOT NULL,
	"engines" jsonb NOT NULL,
	"speaker_models" boolean NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL
);
