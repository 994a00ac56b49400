import type { Db } from '#lib/db/connect';
import type { JobReference } from '#lib/jobs/job';
import { checkChange } from '#lib/revisions/changes/check-change';
import {
  findSaveResult,
  type SaveResult,
  beginHistory,
  writeRevision,
  type NewRevision,
} from '#lib/revisions/write-revision';
import { prepareChange, type PreparedChange } from '#lib/revisions/changes/prepare-change';
import { lockTranscribed } from '#lib/revisions/find-transcribed';
import { readHistory } from '#lib/revisions/changes/read-history';
import { writeInTurn } from '#lib/db/write-in-turn';
import type { ThreadOwner } from '#lib/threads/run-in-thread';
import type { EditChange } from '#lib/transcript/edit';

/**
 * Saves a change of revision `base` of the account's transcribed job as the next revision. Returns `conflict` and
 * changes nothing unless `base` is the latest. With the same idempotency key, returns the first result again. Refuses
 * as `writeInTurn`, `findTranscribed` and `checkChange` do, and `revision-not-found` for a future `base`.
 */
export async function saveEdit(
  db: Db,
  {
    change,
    ...revision
  }: Omit<NewRevision, 'change'> & JobReference & { change: EditChange | PreparedChange },
  owner: ThreadOwner = revision,
): Promise<SaveResult> {
  const { jobId, base } = revision;
  const prepared = 'put' in change ? prepareChange(change) : change;
  const history = await readHistory(db, revision, owner);
  return writeInTurn(db, revision, async (tx) => {
    const { latestRevision, wordCount } = await lockTranscribed(tx, revision);
    const result = await findSaveResult(tx, { ...revision, latestRevision });
    if (result !== undefined) return result;
    await beginHistory(tx, revision, history);
    await checkChange(tx, { jobId, base, wordCount, change: prepared });
    return { kind: 'saved', revision: await writeRevision(tx, { ...revision, change: prepared }) };
  });
}
