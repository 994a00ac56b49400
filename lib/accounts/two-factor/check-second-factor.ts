import { and, eq, isNotNull, isNull, lt, or } from 'drizzle-orm';
import { recoveryCodes, twoFactors } from '#drizzle/schema/two-factors';
import { hashRecoveryCode } from '#lib/accounts/two-factor/recovery-codes';
import { unsealTotpSecret } from '#lib/accounts/two-factor/two-factor';
import { findStep } from '#lib/accounts/two-factor/totp';
import type { Db, Tx } from '#lib/db/connect';

/** A typed code, and the secret of the installation. */
export interface GivenCode {
  code: string;
  secret: string;
}

/** True if this is a current code of the account's app or a recovery code, and uses it up. */
export async function checkSecondFactor(
  db: Db | Tx,
  { accountId, code, secret, now = new Date() }: GivenCode & { accountId: string; now?: Date },
): Promise<boolean> {
  const [factor] = await db
    .select({ sealedSecret: twoFactors.sealedSecret })
    .from(twoFactors)
    .where(and(eq(twoFactors.accountId, accountId), isNotNull(twoFactors.confirmedAt)));
  if (factor === undefined) return false;
  if (!isAppCode(code)) return takeRecoveryCode(db, accountId, code);
  const shared = unsealTotpSecret(secret, { accountId, sealed: factor.sealedSecret });
  const step = shared === undefined ? undefined : findStep(shared, code.replaceAll(/\s/g, ''), now);
  return step !== undefined && takeStep(db, accountId, step);
}

/** True if this is written as a code of an app, six digits; anything else can only be a recovery code. */
export function isAppCode(code: string): boolean {
  return /^\s*(?:[0-9]\s*){6}$/.test(code);
}

async function takeStep(db: Db | Tx, accountId: string, step: number): Promise<boolean> {
  const taken = await db
    .update(twoFactors)
    .set({ lastStep: step })
    .where(
      and(
        eq(twoFactors.accountId, accountId),
        or(isNull(twoFactors.lastStep), lt(twoFactors.lastStep, step)),
      ),
    )
    .returning({ accountId: twoFactors.accountId });
  return taken.length > 0;
}

async function takeRecoveryCode(db: Db | Tx, accountId: string, code: string): Promise<boolean> {
  const taken = await db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.accountId, accountId), eq(recoveryCodes.sha256, hashRecoveryCode(code))))
    .returning({ accountId: recoveryCodes.accountId });
  return taken.length > 0;
}
