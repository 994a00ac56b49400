import type { Db } from '#lib/db/connect';
import type { JobReference } from '#lib/jobs/job';
import { checkChange } from '#lib/revisions/changes/check-change';
import { findSaveResult, type SaveResult } from '#lib/revisions/find-save-result';
import { lockTranscribed } from '#lib/revisions/find-transcribed';
import { beginHistory, writeRevision, type NewRevision } from '#lib/revisions/write-revision';

/**
 * Saves a change of the revision `base` of a transcribed job of the account as the next revision. Answers `conflict`,
 * with nothing changed, unless `base` is the latest. May be repeated with the same idempotency key: the answer is then
 * the first one's. Refuses as `findTranscribed` and `checkChange` do, and `revision-not-found` for a `base` to come.
 */
export async function saveEdit(db: Db, revision: NewRevision & JobReference): Promise<SaveResult> {
  const { jobId, base, change } = revision;
  return db.transaction(async (tx) => {
    const { latestRevision, wordCount } = await lockTranscribed(tx, revision);
    const result = await findSaveResult(tx, { ...revision, latestRevision });
    if (result !== undefined) return result;
    await beginHistory(tx, { jobId, base });
    await checkChange(tx, { jobId, base, wordCount, change });
    return { kind: 'saved', revision: await writeRevision(tx, revision) };
  });
}
