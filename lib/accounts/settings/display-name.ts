import { eq } from 'drizzle-orm';
import { parseDisplayName, toDisplayName } from '#lib/accounts/display-name';
import type { ActedBy } from '#lib/audit/actor';
import { updateSettings } from '#lib/audit/update-settings';
import type { Db } from '#lib/db/connect';
import { accounts } from '#drizzle/schema/accounts';

/** Saves the name that others see, and returns it as saved; empty removes it. Refuses like `parseDisplayName`. */
export async function saveDisplayName(
  db: Db,
  { accountId, displayName, by }: { accountId: string; displayName: string } & ActedBy,
): Promise<string | null> {
  const name = parseDisplayName(displayName);
  await updateSettings(db, { accountId, setting: 'display_name', values: { displayName: name }, by });
  return name;
}

/** Reads the name that others see. */
export async function readDisplayName(db: Db, { accountId }: { accountId: string }): Promise<string> {
  return (await readNameAndEmail(db, { accountId })).name;
}

/** Reads the name that others see, and the account's email address, which they don't see. */
export async function readNameAndEmail(
  db: Db,
  { accountId }: { accountId: string },
): Promise<{ name: string; email: string }> {
  const [account] = await db
    .select({ email: accounts.email, displayName: accounts.displayName })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  if (account === undefined) throw new Error(`account ${accountId} no longer exists`);
  const { email, displayName } = account;
  return { name: toDisplayName(email, displayName), email };
}
