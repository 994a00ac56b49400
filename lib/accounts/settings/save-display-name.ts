import { eq } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { parseDisplayName } from '#lib/accounts/display-name';
import type { Db } from '#lib/db/connect';

/**
 * Sets the name that others see beside the account's edits, and gives it as it was saved; an empty one removes it.
 * Refuses as `parseDisplayName` does, with nothing changed. `readSession` reads it.
 */
export async function saveDisplayName(
  db: Db,
  { accountId, displayName }: { accountId: string; displayName: string },
): Promise<string | null> {
  const name = parseDisplayName(displayName);
  await db.update(accounts).set({ displayName: name }).where(eq(accounts.id, accountId));
  return name;
}
