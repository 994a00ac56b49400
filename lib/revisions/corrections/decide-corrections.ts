import { eq, sql, and } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { decidedCorrections, corrections } from '#drizzle/schema/corrections';
import { saveVocabulary } from '#lib/accounts/settings/vocabulary';
import type { ActedBy } from '#lib/audit/actor';
import type { Db } from '#lib/db/connect';
import { maxVocabulary } from '#lib/recognition/options/options';
import { invalidParameter } from '#lib/refusal';
import { toPhraseKey } from '#lib/transcript/vocabulary/find-corrections';
import { parseEntry } from '#lib/transcript/vocabulary/parse-entry';
import * as faultTexts from '#messages/faults';

/**
 * Adds a corrected phrase to the account's vocabulary and stops suggesting it. Idempotent. Refuses `invalid-parameters`
 * if the vocabulary is full, and as `saveVocabulary` does.
 */
export async function addToVocabulary(
  db: Db,
  { accountId, phrase, by }: { accountId: string; phrase: string } & ActedBy,
): Promise<void> {
  const key = toPhraseKey(phrase);
  await db.transaction(async (tx) => {
    const [account] = await tx
      .select({ phrases: accounts.vocabulary })
      .from(accounts)
      .where(eq(accounts.id, accountId))
      .for('update');
    const phrases = account?.phrases ?? [];
    const isAdded = !phrases.some((known) => toPhraseKey(parseEntry(known).phrase) === key);
    if (isAdded) {
      if (phrases.length >= maxVocabulary) {
        throw invalidParameter('vocabulary', faultTexts.vocabularyFull({ max: maxVocabulary }));
      }
      await saveVocabulary(tx, { accountId, vocabulary: [...phrases, phrase], by });
    }
    await tx.insert(decidedCorrections).values({ accountId, key, isAdded }).onConflictDoNothing();
  });
}

/** Stops suggesting a corrected phrase. Does nothing for a phrase that isn't among the account's corrections. */
export async function dismissCorrection(
  db: Db,
  { accountId, phrase }: { accountId: string; phrase: string },
): Promise<void> {
  const key = toPhraseKey(phrase);
  await db.execute(sql`
    insert into ${decidedCorrections} (account_id, key, is_added)
    select ${accountId}::text, ${key}::text, false
    where exists (select from ${corrections} where account_id = ${accountId} and key = ${key})
    on conflict do nothing`);
}

/** Suggests an added or dismissed phrase again, and removes it from the vocabulary. Returns true if it was added. */
export async function undoDecision(
  db: Db,
  { accountId, phrase, by }: { accountId: string; phrase: string } & ActedBy,
): Promise<boolean> {
  const key = toPhraseKey(phrase);
  return db.transaction(async (tx) => {
    const [account] = await tx
      .select({ phrases: accounts.vocabulary })
      .from(accounts)
      .where(eq(accounts.id, accountId))
      .for('update');
    const [decided] = await tx
      .delete(decidedCorrections)
      .where(and(eq(decidedCorrections.accountId, accountId), eq(decidedCorrections.key, key)))
      .returning({ isAdded: decidedCorrections.isAdded });
    if (account === undefined || decided?.isAdded !== true) return false;
    const vocabulary = account.phrases.filter((known) => toPhraseKey(parseEntry(known).phrase) !== key);
    await saveVocabulary(tx, { accountId, vocabulary, by });
    return true;
  });
}
