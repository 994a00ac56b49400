ALTER TABLE "accounts" ADD COLUMN "vocabulary" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "recognition_options" jsonb;--> statement-breakpoint
ALTER TABLE "jobs" ADD COLUMN "recognition" jsonb;--> statement-breakpoint
ALTER TABLE "recognised_pieces" ADD COLUMN "channel" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "recognised_pieces" ADD COLUMN "language" text;