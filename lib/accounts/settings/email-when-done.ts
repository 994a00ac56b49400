import { eq } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import type { ActedBy } from '#lib/audit/actor';
import { updateSettings } from '#lib/audit/update-settings';
import type { Db } from '#lib/db/connect';

/** Jobs whose end is emailed to the owner: those submitted on the site, or all; null for none. */
export type EmailWhenDone = (typeof accounts.$inferSelect)['emailWhenDone'];

/** Reads which jobs' ends are emailed to the account's owner. */
export async function readEmailWhenDone(
  db: Db,
  { accountId }: { accountId: string },
): Promise<EmailWhenDone> {
  const [account] = await db
    .select({ emailWhenDone: accounts.emailWhenDone })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  if (account === undefined) throw new Error(`account ${accountId} no longer exists`);
  return account.emailWhenDone;
}

/** Sets which jobs' ends are emailed to the owner; applies to jobs that end from now on. */
export async function saveEmailWhenDone(
  db: Db,
  { accountId, emailWhenDone, by }: { accountId: string; emailWhenDone: EmailWhenDone } & ActedBy,
): Promise<void> {
  await updateSettings(db, { accountId, setting: 'notifications', values: { emailWhenDone }, by });
}
