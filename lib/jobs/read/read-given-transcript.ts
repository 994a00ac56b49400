import { eq } from 'drizzle-orm';
import { givenTranscripts } from '#drizzle/schema/given-transcripts';
import type { Db } from '#lib/db/connect';

/** The paragraphs of a submitted text, as stored. */
export type GivenParagraphs = typeof givenTranscripts.$inferSelect.paragraphs;

/** Reads the text that was submitted with a job's recording; undefined if none, and once the job has a transcript. */
export async function readGivenTranscript(
  db: Db,
  { jobId }: { jobId: string },
): Promise<GivenParagraphs | undefined> {
  const [given] = await db
    .select({ paragraphs: givenTranscripts.paragraphs })
    .from(givenTranscripts)
    .where(eq(givenTranscripts.jobId, jobId));
  return given?.paragraphs;
}
