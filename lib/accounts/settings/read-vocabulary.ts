import { eq } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import type { Db, Tx } from '#lib/db/connect';

/** The words and phrases that are likely in all of the account's recordings, in the order they were given. */
export async function readVocabulary(db: Db | Tx, { accountId }: { accountId: string }): Promise<string[]> {
  const [account] = await db
    .select({ phrases: accounts.vocabulary })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  if (account === undefined) throw new Error(`account ${accountId} no longer exists`);
  return account.phrases;
}
