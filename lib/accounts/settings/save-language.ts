import { eq } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import type { Db } from '#lib/db/connect';
import type { Language } from '#lib/messages/locale';

/** Sets the language of the account's pages and emails; null for whatever the browser asks for. `readSession` reads it. */
export async function saveLanguage(
  db: Db,
  { accountId, language }: { accountId: string; language: Language | null },
): Promise<void> {
  await db.update(accounts).set({ language }).where(eq(accounts.id, accountId));
}
