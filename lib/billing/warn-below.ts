import type { ActedBy } from '#lib/audit/actor';
import { updateSettings } from '#lib/audit/update-settings';
import type { Db, Tx } from '#lib/db/connect';
import { env } from '#lib/settings/env';
import { lowBalanceEmail } from '#lib/mail/email-templates';
import { withLocale } from '#lib/messages/with-locale';
import { enqueue } from '#lib/queue/enqueue';

/** After a day, a warning is of no use. */
const giveUpAfterMs = 24 * 3600_000;

/** Sets the balance in cents below which the account's owner is warned; null for never. */
export async function warnBelow(
  db: Db,
  { accountId, limitCents, by }: { accountId: string; limitCents: number | null } & ActedBy,
): Promise<void> {
  await updateSettings(db, {
    accountId,
    setting: 'balance_warning',
    values: { warnBelowCents: limitCents },
    by,
  });
}

/** A change of a balance in cents, and the account to warn. */
export interface Fall {
  email: string;
  language: string | null;
  fromCents: number;
  toCents: number;
  warnBelowCents: number | null;
}

/**
 * Emails the owner when the balance falls below the warning limit, in the caller's transaction, and not again until it
 * has been above. Does nothing without a mail server.
 */
export async function warnOfFall(
  tx: Tx,
  { email, language, fromCents, toCents, warnBelowCents }: Fall,
): Promise<void> {
  const { mail, baseUrl } = env();
  if (mail === undefined || warnBelowCents === null) return;
  if (fromCents < warnBelowCents || toCents >= warnBelowCents) return;
  const message = withLocale(language ?? 'en', () =>
    lowBalanceEmail({ to: email, balanceCents: toCents, limitCents: warnBelowCents, baseUrl }),
  );
  const giveUpAt = new Date(Date.now() + giveUpAfterMs).toISOString();
  await enqueue(tx, 'send-mail', { ...message, giveUpAt });
}
