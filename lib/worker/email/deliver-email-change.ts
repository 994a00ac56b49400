import { eq } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { createEmailChangeLink } from '#lib/accounts/email-change/create-email-change-link';
import type { Db } from '#lib/db/connect';
import { confirmEmail, emailTakenEmail } from '#lib/mail/email-templates';
import { sendEmail } from '#lib/mail/send-email';
import { withLocale } from '#lib/messages/with-locale';
import type { TaskPayload } from '#lib/queue/task';
import { env } from '#lib/settings/env';
import { log } from '#lib/settings/log';

/**
 * Sends the link that confirms a new address there. The link is made here, so that no token lies in the queue. The owner of
 * an address that another account has learns that it was wanted. Run twice, it mails two links, and the later works.
 */
export async function deliverEmailChange(
  db: Db,
  { accountId, locale, giveUpAt }: TaskPayload<'mail-email-change'>,
): Promise<void> {
  const { mail, baseUrl } = env();
  if (mail === undefined || new Date(giveUpAt) < new Date()) {
    return log().warn({ purpose: 'email-change' }, 'gave up on email');
  }
  const link = await createEmailChangeLink(db, { accountId });
  if (link === undefined) return;
  const [account] = await db
    .select({ language: accounts.language })
    .from(accounts)
    .where(eq(accounts.id, accountId));
  const message = withLocale(account?.language ?? locale, () =>
    'path' in link ? confirmEmail({ to: link.to, url: `${baseUrl}${link.path}` }) : emailTakenEmail(link),
  );
  const outcome = await sendEmail(mail, message);
  log().info({ purpose: 'email-change', outcome }, 'email handed to the mail server');
}
