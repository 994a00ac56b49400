import { readVocabulary } from '#lib/accounts/settings/vocabulary';
import type { Db, Tx } from '#lib/db/connect';
import type { Job } from '#lib/jobs/job';

/**
 * Returns the entries of the job's and account's vocabulary to compare with its transcript. Empty if the engine
 * preferred them already, as a list of words, and for a given text. For a server, they are only a hint.
 */
export async function readEntries(
  db: Db | Tx,
  {
    accountId,
    recognition,
    recognitionOptions,
  }: Pick<Job, 'accountId' | 'recognition' | 'recognitionOptions'>,
): Promise<string[]> {
  const { engine, options, notes = [] } = recognition ?? {};
  const isPreferred = engine === 'sherpa' && (options?.vocabulary ?? 0) > 0;
  if (isPreferred || notes.includes('text-given')) return [];
  const entries = [...(recognitionOptions?.vocabulary ?? []), ...(await readVocabulary(db, { accountId }))];
  return [...new Set(entries)];
}
