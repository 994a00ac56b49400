import { and, eq } from 'drizzle-orm';
import { revisions } from '#drizzle/schema/revisions';
import type { Db } from '#lib/db/connect';
import type { JobReference } from '#lib/jobs/job';
import { findTranscribed } from '#lib/revisions/find-transcribed';
import { cleanName } from '#lib/transcript/clean-name';
import { Refusal } from '#lib/refusal';

/**
 * Names a saved revision of the account's transcript, with a cleaned name of up to 100 characters; null removes it.
 * Refuses `revision-not-found`, also for the machine's revision, which can't have a name.
 */
export async function nameRevision(
  db: Db,
  reference: JobReference,
  { revision, name }: { revision: number; name: string | null },
): Promise<void> {
  await findTranscribed(db, reference);
  const cleaned = cleanName(name ?? '', 100) || null;
  const [named] = await db
    .update(revisions)
    .set({ name: cleaned })
    .where(and(eq(revisions.jobId, reference.jobId), eq(revisions.number, revision)))
    .returning({ number: revisions.number });
  if (named === undefined) throw new Refusal({ kind: 'revision-not-found', revision });
}
