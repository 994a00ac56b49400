import { env } from '#lib/env';
import { log } from '#lib/log';
import { sendMail } from '#lib/mail/send-mail';
import type { TaskPayload } from '#lib/queue/task';

/** Mails a letter, if that is still possible and of use. Run twice, it mails it twice. */
export async function mailLetter({ giveUpAt, ...letter }: TaskPayload<'send-mail'>): Promise<void> {
  const { mail } = env();
  if (mail === undefined || new Date(giveUpAt) < new Date()) {
    return log().warn({ subject: letter.subject }, 'a letter could not be sent and is given up');
  }
  const outcome = await sendMail(mail, letter);
  log().info({ subject: letter.subject, outcome }, 'a letter was given to the mail server');
}
