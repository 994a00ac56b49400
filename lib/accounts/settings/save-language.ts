import type { ActedBy } from '#lib/audit/actor';
import { updateSettings } from '#lib/audit/update-settings';
import type { Db } from '#lib/db/connect';
import type { Language } from '#lib/messages/locale';

/** Saves the language of the account's pages and emails; null for the browser's. `readSession` reads it. */
export async function saveLanguage(
  db: Db,
  { accountId, language, by }: { accountId: string; language: Language | null } & ActedBy,
): Promise<void> {
  await updateSettings(db, { accountId, setting: 'language', values: { language }, by });
}
