CREATE TABLE "upload_transcripts" (
	"account_id" text NOT NULL,
	"upload_id" text NOT NULL,
	"name" text NOT NULL,
	"paragraphs" jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "upload_transcripts_account_id_upload_id_pk" PRIMARY KEY("account_id","upload_id")
);
--> statement-breakpoint
ALTER TABLE "upload_transcripts" ADD CONSTRAINT "upload_transcripts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "upload_transcripts_created_at_idx" ON "upload_transcripts" USING btree ("created_at");