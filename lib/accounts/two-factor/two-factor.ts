import { and, count, eq, isNotNull } from 'drizzle-orm';
import { recoveryCodes, twoFactors } from '#drizzle/schema/two-factors';
import { emailSecurityNotice } from '#lib/accounts/email-security-notice';
import { replaceRecoveryCodes } from '#lib/accounts/two-factor/recovery-codes';
import type { ActedBy } from '#lib/audit/actor';
import { recordEvent } from '#lib/audit/record-events';
import type { Db, Tx } from '#lib/db/connect';
import { seal, unseal } from '#lib/ids/seal';

const purpose = 'two-factor secret';

/** Since when an account asks for codes, and how many recovery codes it has left. */
export interface TwoFactor {
  since: Date;
  codesLeft: number;
}

/** The account's second step of signing in; undefined without one. */
export async function readTwoFactor(
  db: Db | Tx,
  { accountId }: { accountId: string },
): Promise<TwoFactor | undefined> {
  const [found] = await db
    .select({ since: twoFactors.confirmedAt, codesLeft: count(recoveryCodes.sha256) })
    .from(twoFactors)
    .leftJoin(recoveryCodes, eq(recoveryCodes.accountId, twoFactors.accountId))
    .where(isOn(accountId))
    .groupBy(twoFactors.accountId);
  const since = found?.since;
  return found === undefined || since === null || since === undefined ? undefined : { ...found, since };
}

/** Gives the account ten new recovery codes in place of the earlier ones; undefined without a second step. */
export async function renewRecoveryCodes(
  db: Db,
  { accountId, by }: { accountId: string } & ActedBy,
): Promise<string[] | undefined> {
  return db.transaction(async (tx) => {
    const [on] = await tx
      .select({ accountId: twoFactors.accountId })
      .from(twoFactors)
      .where(isOn(accountId))
      .for('update');
    if (on === undefined) return undefined;
    await recordEvent(tx, { accountId, action: 'recovery_codes.replaced', by });
    return replaceRecoveryCodes(tx, { accountId });
  });
}

/** From now on the password is enough. Answers whether the account had a second step. */
export async function turnOffTwoFactor(
  db: Db,
  { accountId, by }: { accountId: string } & ActedBy,
): Promise<boolean> {
  return db.transaction(async (tx) => {
    await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
    const removed = await tx
      .delete(twoFactors)
      .where(eq(twoFactors.accountId, accountId))
      .returning({ confirmedAt: twoFactors.confirmedAt });
    const wasOn = removed.some(({ confirmedAt }) => confirmedAt !== null);
    if (wasOn) {
      await recordEvent(tx, { accountId, action: 'two_factor.disabled', by });
      await emailSecurityNotice(tx, { accountId, notice: 'twoFactorDisabled', by });
    }
    return wasOn;
  });
}

function isOn(accountId: string) {
  return and(eq(twoFactors.accountId, accountId), isNotNull(twoFactors.confirmedAt));
}

/** An authenticator app's secret as it is stored. */
export function sealTotpSecret(
  secret: string,
  { accountId, text }: { accountId: string; text: string },
): string {
  return seal(secret, { purpose, id: accountId, text });
}

/** The secret of the account's authenticator app; undefined when the installation's secret is another now. */
export function unsealTotpSecret(
  secret: string,
  { accountId, sealed }: { accountId: string; sealed: string },
): string | undefined {
  return unseal(secret, { purpose, id: accountId, sealed });
}
