import type { PublicCaller } from '#app/run-action';
import type { Session } from '#app/session';
import { checkPassword } from '#lib/accounts/passwords/stored-password';
import { checkSecondFactor } from '#lib/accounts/two-factor/two-factor';
import { countCodeAttempt, forgiveCodeAttempt } from '#lib/api/limits/count-code-attempt';
import { countAttempt, forgiveAttempt } from '#lib/api/limits/limit-attempts';
import { env } from '#lib/settings/env';
import { readSecret } from '#lib/settings/secret';

/** True if the password is correct. Refuses with `too-many-requests` after ten wrong ones. */
export async function checkOwnPassword(
  { db, address, accountId }: Session & PublicCaller,
  password: string,
): Promise<boolean> {
  const attempt = { address, account: accountId };
  await countAttempt(db, 'password-check', attempt);
  const matches = await checkPassword(db, { accountId, password });
  if (matches) await forgiveAttempt(db, 'password-check', attempt);
  return matches;
}

/** True if the proof is the account's password or a valid code. */
export async function checkProof(who: Session & PublicCaller, proof: string): Promise<boolean> {
  if (await checkOwnPassword(who, proof)) return true;
  const { db, address, accountId, sessionId } = who;
  // A signed-in browser counts as known.
  const attempt = { accountId, address, code: proof, device: sessionId };
  await countCodeAttempt(db, attempt);
  const given = { code: proof, secret: await readSecret(env()) };
  const isCode = await checkSecondFactor(db, { accountId, ...given });
  if (isCode) {
    await forgiveAttempt(db, 'password-check', { address, account: accountId });
    await forgiveCodeAttempt(db, attempt);
  }
  return isCode;
}
