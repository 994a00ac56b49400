import { eq } from 'drizzle-orm';
import type { ActedBy } from '#lib/audit/actor';
import { updateSettings } from '#lib/audit/update-settings';
import type { Db, Tx } from '#lib/db/connect';
import { parseVocabulary } from '#lib/recognition/options/parse-options';
import { Refusal } from '#lib/refusal';
import { accounts } from '#drizzle/schema/accounts';

/** Replaces the standing vocabulary and returns it as saved; empty removes it. Refuses bad phrases as `vocabulary`. */
export async function saveVocabulary(
  db: Db,
  { accountId, vocabulary, by }: { accountId: string; vocabulary: unknown } & ActedBy,
): Promise<string[]> {
  const phrases = checkVocabulary(vocabulary);
  await updateSettings(db, { accountId, setting: 'vocabulary', values: { vocabulary: phrases }, by });
  return phrases;
}

/** Returns the vocabulary as `saveVocabulary` would save it. Refuses bad phrases alike. */
export function checkVocabulary(vocabulary: unknown): string[] {
  const { phrases, faults } = parseVocabulary(vocabulary);
  if (faults === undefined) return phrases;
  throw new Refusal({ kind: 'invalid-parameters', parameters: { vocabulary: faults } });
}

/** Reads the words and phrases likely in all of the account's recordings, in the order given. */
export async function readVocabulary(db: Db | Tx, { accountId }: { accountId: string }): Promise<string[]> {
  const [account] = await db
    .select({ phrases: accounts.vocabulary })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  if (account === undefined) throw new Error(`account ${accountId} no longer exists`);
  return account.phrases;
}
