import { env } from '#lib/settings/env';
import { log } from '#lib/settings/log';
import { sendEmail, type Email } from '#lib/mail/send-email';
import type { TaskPayload } from '#lib/queue/task';
import { eq } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { createEmailChangeLink } from '#lib/accounts/email-change/email-change';
import type { Db } from '#lib/db/connect';
import {
  confirmEmail,
  emailTakenEmail,
  knownAccountEmail,
  resetEmail,
  signUpEmail,
} from '#lib/mail/email-templates';
import { withLocale } from '#lib/messages/with-locale';
import { createResetLink } from '#lib/accounts/passwords/reset-password';
import { lookUpAccount } from '#lib/accounts/find-account';
import { invite } from '#lib/accounts/invite';

/** Sends a queued email, unless it is too late or no mail server is configured. Sends twice if run twice. */
export async function deliverEmail({ giveUpAt, ...email }: TaskPayload<'send-mail'>): Promise<void> {
  const { mail } = env();
  if (mail === undefined || new Date(giveUpAt) < new Date()) {
    return log().warn('gave up on email');
  }
  const outcome = await sendEmail(mail, email);
  log().info({ outcome }, 'email handed to the mail server');
}

/**
 * Emails a new address the link that confirms it. The link is created here to keep tokens out of the queue. If another
 * account has the address, its owner is notified instead. If run twice, it sends two links, of which the later is
 * valid.
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

/**
 * Emails a link that a visitor requested, only to the owner of the address. The link is created here to keep tokens out
 * of the queue, and so that the response takes equally long with and without an account. If run twice, it sends two
 * valid links.
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
