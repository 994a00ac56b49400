import { and, eq, ne } from 'drizzle-orm';
import { corrections } from '#drizzle/schema/corrections';
import { jobs } from '#drizzle/schema/jobs';
import type { Db, Tx } from '#lib/db/connect';
import { enqueue } from '#lib/queue/enqueue';
import { findVersion, parseEdit, parseWords, type TranscriptSource } from '#lib/revisions/transcript-source';
import { withVersion } from '#lib/revisions/with-version';
import { findCorrections, type Correction } from '#lib/transcript/vocabulary/find-corrections';

/** The delay after the last edit, in milliseconds. */
const restMs = 8000;

/** Enqueues storing a transcript's corrections, debounced until nobody has edited it for a moment. */
export async function enqueueNoting(tx: Tx, { jobId }: { jobId: string }): Promise<void> {
  const runAt = new Date(Date.now() + restMs);
  await enqueue(tx, 'note-corrections', { jobId }, { key: `note-corrections:${jobId}`, runAt });
}

/** The condition that a job has a user's own recording: not a sandbox job or the sample transcript. */
const isOwn = and(eq(jobs.mode, 'live'), ne(jobs.origin, 'sample'));

/** Replaces the stored corrections of a job's latest transcript. Does nothing for sandbox and sample jobs. */
export async function noteCorrections(db: Db, { jobId }: { jobId: string }): Promise<void> {
  const [job] = await db
    .select({ accountId: jobs.accountId })
    .from(jobs)
    .where(and(eq(jobs.id, jobId), eq(jobs.status, 'transcribed'), isOwn));
  if (job === undefined) return;
  const { accountId } = job;
  const version = await findVersion(db, { accountId, jobId, within: 'everything' }, 'latest');
  const work = { name: 'find-corrections', here: correctedInSource, input: {} } as const;
  const found = await withVersion(db, version, work, { accountId });
  await db.transaction(async (tx) => {
    await tx.delete(corrections).where(eq(corrections.jobId, jobId));
    const rows = found.map((correction) => ({ ...correction, jobId, accountId }));
    if (rows.length > 0) await tx.insert(corrections).values(rows);
  });
}

/** Finds the corrections of a version with `findCorrections`. */
export function correctedInSource({ source }: { source: TranscriptSource }): Correction[] {
  return findCorrections(parseEdit(source), parseWords(source));
}
