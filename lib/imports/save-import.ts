import type { Db } from '#lib/db/connect';
import type { JobReference } from '#lib/jobs/job';
import { checkChange } from '#lib/revisions/changes/check-change';
import { writeChangeBetween } from '#lib/revisions/changes/read-changes';
import { lockTranscribed } from '#lib/revisions/find-transcribed';
import type { PreparedChange } from '#lib/revisions/changes/prepare-change';
import { readHistory } from '#lib/revisions/changes/read-history';
import { findWordsInUse } from '#lib/revisions/recognitions/recognition-in-use';
import { readSource } from '#lib/revisions/transcript-source';
import { takeTurn, writeInTurn, writeNow } from '#lib/db/write-in-turn';
import { beginHistory, writeRevision, type Author } from '#lib/revisions/write-revision';
import { runInThread, type ThreadOwner } from '#lib/threads/run-in-thread';
import { Refusal } from '#lib/refusal';

/** The latest revision after an import and the one before. Equal if the import changed nothing. */
export interface SavedImport {
  revision: number;
  before: number;
}

/** Attempts to rebase onto concurrent saves: first while anyone may write, then with other local writers waiting. */
const tries = { free: 2, inTurn: 5 };
const retryAfterSeconds = 5;

/**
 * Saves a whole or partial import on top of later saves. `change` is relative to revision `since` and to words from
 * `firstWord` on. Where both changed the same words, the import wins. Returns undefined and saves nothing if the
 * recording was recognized again since. Refuses as `writeInTurn`, `lockTranscribed` and `checkChange` do,
 * `revision-not-found` for a future revision, and `service-unavailable` if other processes keep saving.
 */
export async function saveImport(
  db: Db,
  asked: JobReference & { since: number; firstWord: number; change: PreparedChange; author: Author },
  owner: ThreadOwner,
): Promise<SavedImport | undefined> {
  const { accountId, jobId, since, firstWord, author } = asked;
  const history = await readHistory(db, { ...asked, base: since }, owner);
  let fitted = { base: since, change: asked.change };
  const save = async (write: typeof writeInTurn, times: number) => {
    for (let i = 0; i < times; i += 1) {
      const result = await write(db, asked, async (tx) => {
        const { latestRevision: base, wordCount } = await lockTranscribed(tx, asked);
        if (since > base) throw new Refusal({ kind: 'revision-not-found', revision: since });
        const inUse = await findWordsInUse(tx, { jobId, revision: base });
        // The ranges of the change refer to words of another recognition.
        if (inUse.firstWord !== firstWord) return {};
        if (base !== fitted.base) return { base };
        const { change } = fitted;
        const { ids, remove, speakers } = change;
        if (ids.length === 0 && remove.length === 0 && speakers === undefined)
          return { saved: { revision: base, before: base } };
        await beginHistory(tx, { jobId, base }, history);
        await checkChange(tx, { jobId, base, wordCount, change });
        const revision = await writeRevision(tx, { accountId, jobId, base, change, author });
        return { saved: { revision, before: base } };
      });
      if (result.base === undefined) return result;
      const { base } = result;
      fitted = { base, change: await rebase(db, { ...asked, base }, owner) };
    }
    return undefined;
  };
  const ended =
    (await save(writeInTurn, tries.free)) ?? (await takeTurn(asked, () => save(writeNow, tries.inTurn)));
  if (ended === undefined) throw new Refusal({ kind: 'service-unavailable', retryAfterSeconds });
  return ended.saved;
}

/** Rebases the change onto `base`. */
async function rebase(
  db: Db,
  { jobId, since, base, change }: { jobId: string; since: number; base: number; change: PreparedChange },
  owner: ThreadOwner,
): Promise<PreparedChange> {
  return runInThread(
    'rebase-import',
    async () => ({
      change,
      source: await readSource(db, { jobId, revision: since }),
      theirs: await writeChangeBetween(db, { jobId, since, revision: base }),
    }),
    owner,
  );
}
