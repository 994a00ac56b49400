import { eq } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import type { ActedBy } from '#lib/audit/actor';
import { recordEvent } from '#lib/audit/record-events';
import type { Db } from '#lib/db/connect';
import type { Language } from '#lib/messages/locale';

/** Sets the language of the account's pages and emails; null for whatever the browser asks for. `readSession` reads it. */
export async function saveLanguage(
  db: Db,
  { accountId, language, by }: { accountId: string; language: Language | null } & ActedBy,
): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.update(accounts).set({ language }).where(eq(accounts.id, accountId));
    const details = { setting: 'language' } as const;
    await recordEvent(tx, { accountId, action: 'settings.updated', by, details });
  });
}
