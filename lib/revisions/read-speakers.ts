import { and, eq } from 'drizzle-orm';
import { machineTranscripts } from '#drizzle/schema/machine-transcripts';
import { revisions } from '#drizzle/schema/revisions';
import type { Db, Tx } from '#lib/db/connect';
import type { EditedSpeaker } from '#lib/transcript/edit';

/** The speakers of a revision; 0 is the machine's. Throws for a revision that there is not. */
export async function readSpeakers(
  db: Db | Tx,
  { jobId, revision }: { jobId: string; revision: number },
): Promise<EditedSpeaker[]> {
  const [row] =
    revision === 0
      ? await db
          .select({ speakers: machineTranscripts.speakers })
          .from(machineTranscripts)
          .where(eq(machineTranscripts.jobId, jobId))
      : await db
          .select({ speakers: revisions.speakers })
          .from(revisions)
          .where(and(eq(revisions.jobId, jobId), eq(revisions.number, revision)));
  if (row === undefined) throw new Error(`job ${jobId} has no revision ${revision}`);
  return row.speakers;
}
