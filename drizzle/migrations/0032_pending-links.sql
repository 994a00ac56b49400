CREATE TABLE "pending_links" (
	"account_id" text NOT NULL,
	"id" text NOT NULL,
	"url" text NOT NULL,
	"options" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"changed_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "pending_links_account_id_id_pk" PRIMARY KEY("account_id","id")
);
--> statement-breakpoint
ALTER TABLE "pending_links" ADD CONSTRAINT "pending_links_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "pending_links_url_idx" ON "pending_links" USING btree ("account_id",md5("url"));--> statement-breakpoint
CREATE INDEX "pending_links_changed_at_idx" ON "pending_links" USING btree ("changed_at");