import type { Db } from '#lib/db/connect';
import type { JobReference } from '#lib/jobs/job';
import { changeBetween } from '#lib/revisions/changes/change-between';
import { findSaveResult, type SaveResult } from '#lib/revisions/find-save-result';
import { lockTranscribed } from '#lib/revisions/find-transcribed';
import { readEdit, readRevision } from '#lib/revisions/read-edit';
import { useItsRecord } from '#lib/revisions/recognitions/recognition-in-use';
import { beginHistory, writeRevision, type NewRevision } from '#lib/revisions/write-revision';

/**
 * Makes an earlier revision of the account's transcript, 0 for the machine's, its newest one again. Answers `conflict` unless
 * `base` is the latest, and the first answer where the idempotency key is repeated. Refuses `revision-not-found`.
 */
export async function restoreRevision(
  db: Db,
  revision: Omit<NewRevision, 'change'> & JobReference & { restoredFrom: number },
): Promise<SaveResult> {
  const { jobId, base, restoredFrom } = revision;
  return db.transaction(async (tx) => {
    const { latestRevision } = await lockTranscribed(tx, revision);
    const result = await findSaveResult(tx, { ...revision, latestRevision });
    if (result !== undefined) return result;
    const wanted = await readRevision(tx, revision, restoredFrom);
    const change = changeBetween(await readEdit(tx, revision), wanted);
    await beginHistory(tx, { jobId, base });
    const restored = await writeRevision(tx, { ...revision, change });
    await useItsRecord(tx, { jobId, revision: restored });
    return { kind: 'saved', revision: restored };
  });
}
