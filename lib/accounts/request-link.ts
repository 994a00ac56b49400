import { parseEmail } from '#lib/accounts/insert-account';
import type { Db } from '#lib/db/connect';
import { getLocale } from '#lib/messages/locale';
import { enqueue } from '#lib/queue/enqueue';

/** Time until sending is given up: by then, nobody waits for the email. */
const triesForMs = 3600 * 1000;

/** Emails a link to reset a password or sign up; behaves alike for every address. Refuses an invalid address. */
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
