import { eq } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import type { Db } from '#lib/db/connect';
import { parseVocabulary } from '#lib/recognition/parse-options';
import { Refusal } from '#lib/refusal';

/**
 * Replaces the account's standing vocabulary, and gives it as it was saved: blanks in order, no phrase twice. An empty one
 * removes it. Jobs in progress may still use the one before. Refuses faulty phrases under the name `vocabulary`, with
 * nothing changed.
 */
export async function saveVocabulary(
  db: Db,
  { accountId, vocabulary }: { accountId: string; vocabulary: unknown },
): Promise<string[]> {
  const { phrases, faults } = parseVocabulary(vocabulary);
  if (faults !== undefined) {
    throw new Refusal({ kind: 'invalid-parameters', parameters: { vocabulary: faults } });
  }
  await db.update(accounts).set({ vocabulary: phrases }).where(eq(accounts.id, accountId));
  return phrases;
}
