import { eq } from 'drizzle-orm';
import { jobs } from '#drizzle/schema/jobs';
import type { Db } from '#lib/db/connect';
import type { JobReference } from '#lib/jobs/job';
import { findInSource } from '#lib/revisions/review/find-in-source';
import { readEntries } from '#lib/revisions/review/read-entries';
import { findVersion } from '#lib/revisions/transcript-source';
import { withVersion } from '#lib/revisions/with-version';
import type { ThreadOwner } from '#lib/threads/run-in-thread';
import type { SoundAlike } from '#lib/transcript/vocabulary/find-sound-alikes';

/** Finds a transcript's words that sound like vocabulary entries. Refuses as `findVersion` and `runInThread` do. */
export async function readSoundAlikes(
  db: Db,
  reference: JobReference,
  owner: ThreadOwner,
): Promise<SoundAlike[]> {
  const version = await findVersion(db, reference, 'machine');
  const { accountId, recognition, recognitionOptions } = jobs;
  const [job] = await db
    .select({ accountId, recognition, recognitionOptions })
    .from(jobs)
    .where(eq(jobs.id, reference.jobId));
  const vocabulary = job === undefined ? [] : await readEntries(db, job);
  if (vocabulary.length === 0) return [];
  const work = { name: 'find-sound-alikes', here: findInSource, input: { vocabulary } } as const;
  return withVersion(db, version, work, owner);
}
