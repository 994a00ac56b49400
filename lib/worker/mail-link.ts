import { createResetLink } from '#lib/accounts/create-reset-link';
import { lookUpAccount } from '#lib/accounts/find-account';
import { invite } from '#lib/accounts/invite';
import type { Db } from '#lib/db/connect';
import { env } from '#lib/env';
import { log } from '#lib/log';
import { knownAccountLetter, resetLetter, signUpLetter } from '#lib/mail/letters';
import { sendMail, type Letter } from '#lib/mail/send-mail';
import type { TaskPayload } from '#lib/queue/task';

/**
 * Mails the link that somebody asked for, to the owner of the address only. The link is made here, so that no token
 * lies in the queue, and whoever asked waits as long for an address that has an account as for others. Run twice, it
 * mails two links, and both work.
 */
export async function mailLink(
  db: Db,
  { purpose, email, giveUpAt }: TaskPayload<'mail-link'>,
): Promise<void> {
  const { mail } = env();
  if (mail === undefined || new Date(giveUpAt) < new Date()) {
    return log().warn({ purpose }, 'a letter could not be sent and is given up');
  }
  const letter = await (purpose === 'reset' ? writeReset(db, email) : writeSignUp(db, email));
  if (letter === undefined) return;
  const outcome = await sendMail(mail, letter);
  log().info({ purpose, outcome }, 'a letter was given to the mail server');
}

async function writeReset(db: Db, email: string): Promise<Letter | undefined> {
  const account = await lookUpAccount(db, { email });
  if (account === undefined) return undefined;
  const { path } = await createResetLink(db, { accountId: account.id });
  return resetLetter({ to: account.email, url: `${env().baseUrl}${path}` });
}

async function writeSignUp(db: Db, email: string): Promise<Letter> {
  const { baseUrl } = env();
  const account = await lookUpAccount(db, { email });
  if (account !== undefined) return knownAccountLetter({ to: account.email, baseUrl });
  const { path } = await invite(db, { email });
  return signUpLetter({ to: email, url: `${baseUrl}${path}` });
}
