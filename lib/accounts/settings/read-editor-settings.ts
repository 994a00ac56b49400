import { eq } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import type { Db } from '#lib/db/connect';

/** The saved editor settings; empty until some are saved. Unchecked: callers validate them. */
export async function readEditorSettings(
  db: Db,
  { accountId }: { accountId: string },
): Promise<Record<string, unknown>> {
  const [account] = await db
    .select({ settings: accounts.editorSettings })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  if (account === undefined) throw new Error(`account ${accountId} no longer exists`);
  return account.settings;
}
