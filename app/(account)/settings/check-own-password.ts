import type { PublicCaller } from '#app/run-action';
import type { Session } from '#app/session';
import { checkPassword } from '#lib/accounts/passwords/check-password';
import { countAttempt, forgiveAttempt } from '#lib/api/limit-attempts';

/** Whether this is the password of whoever is signed in. Refuses `too-many-requests` after ten wrong ones. */
export async function checkOwnPassword(
  { db, address, accountId }: Session & PublicCaller,
  password: string,
): Promise<boolean> {
  const attempt = { address, account: accountId };
  await countAttempt('password-check', attempt);
  const matches = await checkPassword(db, { accountId, password });
  if (matches) await forgiveAttempt('password-check', attempt);
  return matches;
}
