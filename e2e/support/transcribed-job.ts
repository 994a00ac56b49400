import assert from 'node:assert/strict';
import { jobs } from '#drizzle/schema/jobs';
import { machineTranscripts } from '#drizzle/schema/machine-transcripts';
import type { Db, Tx } from '#lib/db/connect';
import { newId } from '#lib/ids/new-id';
import type { RefusalReason } from '#lib/refusal';
import type { EditChange, EditedMonologue } from '#lib/transcript/edit';
import { machineWords } from '#e2e/support/editor/make-transcript';
import { isRefusal } from './is-refusal';
import { makeAccount } from './make-account';

/* Rows for tests of database functions, inserted directly. */

/** Inserts a job of the account, or of a new one, transcribed unless `values` say otherwise, without a transcript. */
export async function insertJob(
  db: Db | Tx,
  values: Partial<typeof jobs.$inferInsert> = {},
): Promise<{ accountId: string; jobId: string }> {
  const accountId = values.accountId ?? (await makeAccount(db));
  const jobId = newId();
  const media = `media-${jobId}`;
  await db.insert(jobs).values({
    id: jobId,
    status: 'transcribed',
    name: 'Interview.mp3',
    mediaKey: media,
    priceCents: 0,
    endedAt: new Date(),
    ...values,
    accountId,
  });
  return { accountId, jobId };
}

/**
 * Inserts a transcribed job with this many words in monologues `m0`, `m1`, … of equal length, by three speakers in
 * turn.
 */
export async function insertTranscribed(
  db: Db | Tx,
  {
    words = 60,
    monologues = 6,
    ...values
  }: { words?: number; monologues?: number } & Partial<typeof jobs.$inferInsert> = {},
): Promise<{ accountId: string; jobId: string }> {
  const job = await insertJob(db, values);
  const each = words / monologues;
  await db.insert(machineTranscripts).values({
    jobId: job.jobId,
    words: machineWords(words),
    speakers: [0, 1, 2].map((id) => ({ id, name: `Speaker ${id + 1}` })),
    monologues: Array.from({ length: monologues }, (_, i) => ({
      id: i,
      speaker: i % 3,
      from: Math.round(i * each),
      to: Math.round((i + 1) * each),
    })),
  });
  return job;
}

/** Returns a change that puts these monologues, and only what else is given. */
export function putting(put: EditedMonologue[], more: Partial<EditChange> = {}): EditChange {
  return { put, remove: [], ...more };
}

/** Returns the monologue with another text. */
export function saying(monologue: EditedMonologue | undefined, text: string): EditedMonologue {
  if (monologue === undefined) throw new Error('there is no such monologue');
  return { ...monologue, content: [{ text }] };
}

/** Asserts that the work is refused for this reason. */
export async function refused(
  kind: RefusalReason['kind'],
  work: () => Promise<unknown>,
  what?: string,
): Promise<void> {
  await assert.rejects(work, isRefusal(kind), what);
}
