import { eq } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { toDollars } from '#lib/accounts/dollars';
import type { Db, Tx } from '#lib/db/connect';
import { env } from '#lib/env';
import { enqueue } from '#lib/queue/enqueue';

/** A warning that is older than a day is of no use. */
const patienceMs = 24 * 3600_000;

/** Has the account's owner warned when the balance falls below this many cents; null for never. */
export async function warnBelow(
  db: Db,
  { accountId, limitCents }: { accountId: string; limitCents: number | null },
): Promise<void> {
  await db.update(accounts).set({ warnBelowCents: limitCents }).where(eq(accounts.id, accountId));
}

/** Where a balance went, in cents, and whom to tell. */
export interface Fall {
  email: string;
  fromCents: number;
  toCents: number;
  warnBelowCents: number | null;
}

/**
 * Has an e-mail sent when the balance falls below its owner's limit: in the caller's transaction, and not again
 * before the balance has been above. Without a mail server nothing is sent.
 */
export async function warnOfFall(tx: Tx, { email, fromCents, toCents, warnBelowCents }: Fall): Promise<void> {
  const { mail, baseUrl } = env();
  if (mail === undefined || warnBelowCents === null) return;
  if (fromCents < warnBelowCents || toCents >= warnBelowCents) return;
  await enqueue(tx, 'send-mail', {
    to: email,
    giveUpAt: new Date(Date.now() + patienceMs).toISOString(),
    subject: `Your Longhand balance is ${toDollars(toCents)}`,
    text: [
      `The balance of ${email} is ${toDollars(toCents)}, below the ${toDollars(warnBelowCents)} that you asked to be warned at.`,
      `Without a sufficient balance new recordings are refused. Add money here: ${baseUrl}/balance/top-up`,
      `You can change or turn off this warning on ${baseUrl}/balance`,
    ].join('\n\n'),
  });
}
