import { eq } from 'drizzle-orm';
import { givenTranscripts } from '#drizzle/schema/given-transcripts';
import type { Db } from '#lib/db/connect';

/** The paragraphs of a text that are kept with a job. */
export type GivenParagraphs = typeof givenTranscripts.$inferSelect.paragraphs;

/** The text that was submitted with a job's recording, as long as it has no transcript; undefined where there is none. */
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
