import type { Db, Tx } from '#lib/db/connect';
import { requiredShare, type AlignedImport } from '#lib/imports/align-import';
import type { JobReference } from '#lib/jobs/job';
import type { EditChange } from '#lib/transcript/edit';
import { Refusal } from '#lib/refusal';
import { checkChange } from '#lib/revisions/changes/check-change';
import { readChangeBetween } from '#lib/revisions/changes/read-changes';
import { lockTranscribed } from '#lib/revisions/find-transcribed';
import { findWordsInUse } from '#lib/revisions/recognitions/recognition-in-use';
import { findVersion, readSource, type FoundVersion } from '#lib/revisions/transcript-source';
import { beginHistory, writeRevision, type Author } from '#lib/revisions/write-revision';
import { runInThread, type ThreadOwner } from '#lib/threads/run-in-thread';

/** An import, and the revision that has it: the latest one where the transcript was the same already. */
export interface ImportResult {
  revision: number;
  /** The revision that was the latest one before. */
  before: number;
  matchingShare: number;
  paragraphs: number;
  words: number;
}

/**
 * Puts a transcript file of this machine in place of a transcript, as its next revision. What others save while it is
 * aligned stays, but for words that the file has too. Refuses as `findVersion` and `runInThread` do, `invalid-parameters` for a file
 * that can't be read, and `transcript-mismatch` for a text that is not the recording's, unless `acceptMismatch`.
 */
export async function importTranscript(
  db: Db,
  asked: JobReference & { file: string; acceptMismatch: boolean; author: Author },
  signal?: AbortSignal,
): Promise<ImportResult> {
  const { accountId, jobId, file, acceptMismatch, author } = asked;
  const owner = { accountId, isGuest: author.kind === 'guest', signal };
  const version = await findVersion(db, asked, 'latest');
  const inUse = await findWordsInUse(db, version);
  const aligned = await runInThread(
    'align-import',
    async () => ({ source: await readSource(db, version), inUse, file, acceptMismatch }),
    owner,
  );
  const { change, ...counts } = refuseUnaligned(aligned);
  const result = await db.transaction(async (tx) => {
    const { latestRevision: base, wordCount } = await lockTranscribed(tx, asked);
    const { firstWord } = await findWordsInUse(tx, { ...version, revision: base });
    // The file has to be aligned with the words of the recognition that came meanwhile.
    if (firstWord !== inUse.firstWord) return undefined;
    const rebased = base === version.revision ? change : await rebase(tx, { version, base, change }, owner);
    const { put, remove, speakers } = rebased;
    if (put.length === 0 && remove.length === 0 && speakers === undefined)
      return { revision: base, before: base, ...counts };
    await beginHistory(tx, { jobId, base });
    await checkChange(tx, { jobId, base, wordCount, change: rebased });
    const revision = await writeRevision(tx, { accountId, jobId, base, change: rebased, author });
    return { revision, before: base, ...counts };
  });
  return result ?? importTranscript(db, asked, signal);
}

/** The lock is held meanwhile: beside people who save without a pause, trying again would come to no end. */
async function rebase(
  tx: Tx,
  { version, base, change }: { version: FoundVersion; base: number; change: EditChange },
  owner: ThreadOwner,
): Promise<EditChange> {
  const { jobId, revision: since } = version;
  return runInThread(
    'rebase-import',
    async () => ({
      change,
      source: await readSource(tx, version),
      theirs: await readChangeBetween(tx, { jobId, since, revision: base }),
    }),
    owner,
  );
}

function refuseUnaligned(aligned: AlignedImport): Omit<Extract<AlignedImport, { kind: 'aligned' }>, 'kind'> {
  if (aligned.kind === 'faulty') {
    throw new Refusal({ kind: 'invalid-parameters', parameters: { body: [aligned.message] } });
  }
  if (aligned.kind === 'mismatch') {
    throw new Refusal({ kind: 'transcript-mismatch', matchingShare: aligned.matchingShare, requiredShare });
  }
  const { kind: _, ...rest } = aligned;
  return rest;
}
