import { isDeepStrictEqual } from 'node:util';
import type { Db } from '#lib/db/connect';
import type { JobReference } from '#lib/jobs/job';
import type { Edit, EditChange } from '#lib/transcripts/edit';
import { findOutcome, type Saved } from '#lib/transcripts/find-outcome';
import { lockTranscribed } from '#lib/transcripts/find-transcribed';
import { readEdit, readRevision } from '#lib/transcripts/read-edit';
import { beginHistory, writeRevision, type NewRevision } from '#lib/transcripts/write-revision';

/**
 * Makes an earlier revision of the account's transcript, 0 for the machine's, its newest one again. Answers `conflict` unless
 * `base` is the latest, and the first answer where the idempotency key is repeated. Refuses `revision-not-found`.
 */
export async function restoreRevision(
  db: Db,
  revision: Omit<NewRevision, 'change'> & JobReference & { restoredFrom: number },
): Promise<Saved> {
  const { jobId, base, restoredFrom } = revision;
  return db.transaction(async (tx) => {
    const { latestRevision } = await lockTranscribed(tx, revision);
    const outcome = await findOutcome(tx, { ...revision, latestRevision });
    if (outcome !== undefined) return outcome;
    const wanted = await readRevision(tx, revision, restoredFrom);
    const change = changeTo(wanted, await readEdit(tx, revision));
    await beginHistory(tx, { jobId, base });
    return { kind: 'saved', revision: await writeRevision(tx, { ...revision, change }) };
  });
}

/** What makes one edit out of another. */
function changeTo(wanted: Edit, from: Edit): EditChange {
  const before = new Map(from.monologues.map((monologue) => [monologue.id, monologue]));
  const kept = new Set(wanted.monologues.map(({ id }) => id));
  return {
    put: wanted.monologues.filter((monologue) => !isDeepStrictEqual(monologue, before.get(monologue.id))),
    remove: from.monologues.filter(({ id }) => !kept.has(id)).map(({ id }) => id),
    ...(!isDeepStrictEqual(wanted.speakers, from.speakers) && { speakers: wanted.speakers }),
  };
}
