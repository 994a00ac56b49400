import type { Tx } from '#lib/db/connect';
import { keepAlive } from '#lib/db/keep-alive';
import type { Job } from '#lib/jobs/job';
import { Refusal } from '#lib/refusal';
import type { Recognized } from '#lib/revisions/recognitions/recognized';
import { readEntries } from '#lib/revisions/review/read-entries';
import { prepareChange } from '#lib/revisions/changes/prepare-change';
import { beginHistory, writeRevision } from '#lib/revisions/write-revision';
import { log } from '#lib/settings/log';
import { runInThread } from '#lib/threads/run-in-thread';
import { parseEntry } from '#lib/transcript/vocabulary/parse-entry';
import { writeEntries } from '#lib/transcript/vocabulary/write-entries';

/**
 * Replaces words of a new machine transcript that sound like a vocabulary entry, where the entry asks for it. This
 * becomes the first revision, whose summary has the number of replacements. Restoring the machine's version undoes
 * them. If no thread is free, the review suggests them instead.
 */
export async function applyVocabulary(
  tx: Tx,
  job: Pick<Job, 'id' | 'accountId' | 'recognition' | 'recognitionOptions'>,
  transcript: Recognized,
): Promise<void> {
  const { id: jobId, accountId, recognition } = job;
  const vocabulary = (await readEntries(tx, job)).filter((entry) => parseEntry(entry).isWritten);
  if (vocabulary.length === 0) return;
  const { language } = recognition ?? {};
  const readInput = () => {
    const [words, speakers, monologues] = [JSON.stringify(transcript.words), '[]', '[]'];
    return {
      source: { revision: 0, words, speakers, monologues, ...(language && { language }) },
      vocabulary,
    };
  };
  const find = () => runInThread('find-sound-alikes', readInput, { accountId });
  const found = await keepAlive(tx, find).catch(leaveToReview);
  const { put, count } = writeEntries(transcript, found);
  if (count === 0) return;
  await beginHistory(tx, { jobId, base: 0 });
  const author = { kind: 'owner', name: '' } as const;
  const summary = [{ kind: 'written', count } as const];
  await writeRevision(tx, {
    accountId,
    jobId,
    base: 0,
    change: prepareChange({ put, remove: [] }),
    author,
    summary,
  });
}

function leaveToReview(error: unknown): [] {
  if (!(error instanceof Refusal)) throw error;
  log().warn({ err: error }, 'applying the vocabulary failed');
  return [];
}
