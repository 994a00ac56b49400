import { eq } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { parseDisplayName } from '#lib/accounts/display-name';
import type { ActedBy } from '#lib/audit/actor';
import { recordEvent } from '#lib/audit/record-events';
import type { Db } from '#lib/db/connect';

/**
 * Sets the name that others see beside the account's edits, and gives it as it was saved; an empty one removes it.
 * Refuses as `parseDisplayName` does, with nothing changed. `readSession` reads it.
 */
export async function saveDisplayName(
  db: Db,
  { accountId, displayName, by }: { accountId: string; displayName: string } & ActedBy,
): Promise<string | null> {
  const name = parseDisplayName(displayName);
  await db.transaction(async (tx) => {
    await tx.update(accounts).set({ displayName: name }).where(eq(accounts.id, accountId));
    const details = { setting: 'display_name' } as const;
    await recordEvent(tx, { accountId, action: 'settings.updated', by, details });
  });
  return name;
}
