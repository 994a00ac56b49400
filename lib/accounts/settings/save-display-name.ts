import { parseDisplayName } from '#lib/accounts/display-name';
import type { ActedBy } from '#lib/audit/actor';
import { updateSettings } from '#lib/audit/update-settings';
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
  await updateSettings(db, { accountId, setting: 'display_name', values: { displayName: name }, by });
  return name;
}
