ALTER TABLE "recognised_pieces" ADD COLUMN "timing" text;--> statement-breakpoint
ALTER TABLE "recognised_pieces" ADD COLUMN "score" real;