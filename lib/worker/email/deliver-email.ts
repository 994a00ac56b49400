import { env } from '#lib/settings/env';
import { log } from '#lib/settings/log';
import { sendEmail } from '#lib/mail/send-email';
import type { TaskPayload } from '#lib/queue/task';

/** Sends a queued email, unless it is too late or no mail server is set. Run twice, it sends twice. */
export async function deliverEmail({ giveUpAt, ...email }: TaskPayload<'send-mail'>): Promise<void> {
  const { mail } = env();
  if (mail === undefined || new Date(giveUpAt) < new Date()) {
    return log().warn('gave up on email');
  }
  const outcome = await sendEmail(mail, email);
  log().info({ outcome }, 'email handed to the mail server');
}
