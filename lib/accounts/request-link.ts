import { parseEmail } from '#lib/accounts/insert-account';
import type { Db } from '#lib/db/connect';
import { getLocale } from '#lib/messages/locale';
import { enqueue } from '#lib/queue/enqueue';

/** After that, nobody waits for the email. */
const triesForMs = 3600 * 1000;

/** Mails a link to reset a password or sign up; acts alike for every address. Refuses what is no email address. */
export async function requestLink(
  db: Db,
  { purpose, email }: { purpose: 'reset' | 'sign-up'; email: string },
): Promise<void> {
  const to = parseEmail(email);
  const giveUpAt = new Date(Date.now() + triesForMs).toISOString();
  await db.transaction((tx) =>
    enqueue(tx, 'mail-link', { purpose, email: to, locale: getLocale(), giveUpAt }),
  );
}
