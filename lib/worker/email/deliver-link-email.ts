import { createResetLink } from '#lib/accounts/passwords/create-reset-link';
import { lookUpAccount } from '#lib/accounts/find-account';
import { invite } from '#lib/accounts/invite';
import type { Db } from '#lib/db/connect';
import { env } from '#lib/settings/env';
import { log } from '#lib/settings/log';
import { knownAccountEmail, resetEmail, signUpEmail } from '#lib/mail/email-templates';
import { sendEmail, type Email } from '#lib/mail/send-email';
import { withLocale } from '#lib/messages/with-locale';
import type { TaskPayload } from '#lib/queue/task';

/**
 * Sends the link that a visitor requested, to the owner of the address only. The link is made here, so that no token
 * lies in the queue, and the answer takes as long for an address with an account as for others. Run twice, it
 * mails two links, and both work.
 */
export async function deliverLinkEmail(
  db: Db,
  { purpose, email, locale, giveUpAt }: TaskPayload<'mail-link'>,
): Promise<void> {
  const { mail } = env();
  if (mail === undefined || new Date(giveUpAt) < new Date()) {
    return log().warn({ purpose }, 'gave up on email');
  }
  const message = await (purpose === 'reset'
    ? writeReset(db, email, locale)
    : writeSignUp(db, email, locale));
  if (message === undefined) return;
  const outcome = await sendEmail(mail, message);
  log().info({ purpose, outcome }, 'email handed to the mail server');
}

async function writeReset(db: Db, email: string, locale: string): Promise<Email | undefined> {
  const account = await lookUpAccount(db, { email });
  if (account === undefined) return undefined;
  const { path } = await createResetLink(db, { accountId: account.id });
  return withLocale(account.language ?? locale, () =>
    resetEmail({ to: account.email, url: `${env().baseUrl}${path}` }),
  );
}

async function writeSignUp(db: Db, email: string, locale: string): Promise<Email> {
  const { baseUrl } = env();
  const account = await lookUpAccount(db, { email });
  if (account !== undefined) {
    return withLocale(account.language ?? locale, () => knownAccountEmail({ to: account.email, baseUrl }));
  }
  const { path } = await invite(db, { email });
  return withLocale(locale, () => signUpEmail({ to: email, url: `${baseUrl}${path}` }));
}
