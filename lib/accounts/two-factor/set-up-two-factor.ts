import { and, eq, isNull, sql } from 'drizzle-orm';
import { twoFactors } from '#drizzle/schema/two-factors';
import { emailSecurityNotice } from '#lib/accounts/email-security-notice';
import { replaceRecoveryCodes } from '#lib/accounts/two-factor/recovery-codes';
import { sealTotpSecret, unsealTotpSecret } from '#lib/accounts/two-factor/two-factor';
import { findStep, newTotpSecret } from '#lib/accounts/two-factor/totp';
import type { GivenCode } from '#lib/accounts/two-factor/check-second-factor';
import type { ActedBy } from '#lib/audit/actor';
import { recordEvent } from '#lib/audit/record-events';
import type { Db } from '#lib/db/connect';

/** Makes an app's secret, in use once `confirmTwoFactor` got its code; replaces an unconfirmed one. Undefined if set up. */
export async function beginTwoFactor(
  db: Db,
  { accountId, secret }: { accountId: string; secret: string },
): Promise<string | undefined> {
  const text = newTotpSecret();
  const sealedSecret = sealTotpSecret(secret, { accountId, text });
  const begun = await db
    .insert(twoFactors)
    .values({ accountId, sealedSecret })
    .onConflictDoUpdate({
      target: twoFactors.accountId,
      set: { sealedSecret, lastStep: null },
      setWhere: isNull(twoFactors.confirmedAt),
    })
    .returning({ accountId: twoFactors.accountId });
  return begun.length === 0 ? undefined : text;
}

/** Turns on codes after a correct one. Returns ten recovery codes, readable only now, or `wrong-code`. */
export async function confirmTwoFactor(
  db: Db,
  { accountId, code, secret, by, now = new Date() }: GivenCode & { accountId: string; now?: Date } & ActedBy,
): Promise<string[] | 'wrong-code'> {
  return db.transaction(async (tx) => {
    const isBegun = and(eq(twoFactors.accountId, accountId), isNull(twoFactors.confirmedAt));
    const [begun] = await tx
      .select({ sealedSecret: twoFactors.sealedSecret })
      .from(twoFactors)
      .where(isBegun)
      .for('update');
    const shared = begun && unsealTotpSecret(secret, { accountId, sealed: begun.sealedSecret });
    const step = shared === undefined ? undefined : findStep(shared, code.replaceAll(/\s/g, ''), now);
    if (step === undefined) return 'wrong-code';
    await tx
      .update(twoFactors)
      .set({ confirmedAt: sql`now()`, lastStep: step })
      .where(isBegun);
    await recordEvent(tx, { accountId, action: 'two_factor.enabled', by });
    await emailSecurityNotice(tx, { accountId, notice: 'twoFactorEnabled', by });
    return replaceRecoveryCodes(tx, { accountId });
  });
}
