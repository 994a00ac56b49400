import { eq } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { describeDevice } from '#lib/accounts/sessions/describe-device';
import type { ActedBy } from '#lib/audit/actor';
import type { Tx } from '#lib/db/connect';
import { securityEmail, type SecurityNotice } from '#lib/mail/email-templates';
import { getLocale } from '#lib/messages/locale';
import { withLocale } from '#lib/messages/with-locale';
import { enqueue } from '#lib/queue/enqueue';
import { env } from '#lib/settings/env';

/** After three days, a notice no longer helps to stop an intruder. */
const giveUpAfterMs = 72 * 3600_000;

/** Emails the owner about a security change once the transaction commits; no setting turns it off. */
export async function emailSecurityNotice(
  tx: Tx,
  { accountId, notice, name, by }: { accountId: string; notice: SecurityNotice; name?: string } & ActedBy,
): Promise<void> {
  const { mail, baseUrl } = env();
  if (mail === undefined) return;
  const [account] = await tx
    .select({ email: accounts.email, language: accounts.language })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  if (account === undefined) return;
  const { browser, system } = describeDevice(by?.userAgent ?? '');
  const message = withLocale(account.language ?? getLocale(), () =>
    securityEmail({ to: account.email, notice, name, browser, system, address: by?.address, baseUrl }),
  );
  const giveUpAt = new Date(Date.now() + giveUpAfterMs).toISOString();
  await enqueue(tx, 'send-mail', { ...message, giveUpAt });
}
