import { and, count, eq, isNotNull, isNull, sql, lt, or } from 'drizzle-orm';
import { recoveryCodes, twoFactors } from '#drizzle/schema/two-factors';
import { emailSecurityNotice } from '#lib/accounts/email-security-notice';
import type { ActedBy } from '#lib/audit/actor';
import { recordEvent } from '#lib/audit/record-events';
import type { Db, Tx } from '#lib/db/connect';
import { seal, unseal } from '#lib/ids/seal';
import { customAlphabet } from 'nanoid';
import { hashToken } from '#lib/ids/link-token';
import { findStep, newTotpSecret } from '#lib/accounts/two-factor/totp';

const purpose = 'two-factor secret';

/** When two-factor sign-in was turned on, and the number of recovery codes left. */
export interface TwoFactor {
  since: Date;
  codesLeft: number;
}

/** Reads the account's second factor; undefined without one. */
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

/** Replaces the account's recovery codes by ten new ones; undefined without a second factor. */
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

/** Turns off two-factor sign-in. Returns false if it was off. */
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

/** Seals an authenticator app's secret for storage. */
function sealTotpSecret(secret: string, { accountId, text }: { accountId: string; text: string }): string {
  return seal(secret, { purpose, id: accountId, text });
}

/** Unseals the secret of the account's authenticator app; undefined if the installation's secret has changed. */
function unsealTotpSecret(
  secret: string,
  { accountId, sealed }: { accountId: string; sealed: string },
): string | undefined {
  return unseal(secret, { purpose, id: accountId, sealed });
}

const codeCount = 10;

/** 16 of 31 characters without look-alikes: 79 bits. */
const newCode = customAlphabet('abcdefghijkmnpqrstuvwxyz23456789', 16);

/** Replaces the account's recovery codes by ten new ones and returns them as shown, once. */
export async function replaceRecoveryCodes(tx: Tx, { accountId }: { accountId: string }): Promise<string[]> {
  const codes = Array.from({ length: codeCount }, () => newCode());
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ accountId, sha256: hashRecoveryCode(code) })));
  return codes.map((code) => (code.match(/.{4}/g) ?? []).join('-'));
}

/** Hashes a recovery code, ignoring case and separators. */
function hashRecoveryCode(given: string): string {
  return hashToken(given.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
}

/** Creates an app's secret for `confirmTwoFactor`, replacing an unconfirmed one. Undefined if already set up. */
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

/** Turns on two-factor sign-in after a correct code. Returns ten recovery codes, readable only now, or `wrong-code`. */
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

/** An entered code, and the installation's secret. */
export interface GivenCode {
  code: string;
  secret: string;
}

/** True if this is a current code of the account's app or a recovery code, which is used up. */
export async function checkSecondFactor(
  db: Db | Tx,
  { accountId, code, secret, now = new Date() }: GivenCode & { accountId: string; now?: Date },
): Promise<boolean> {
  const [factor] = await db
    .select({ sealedSecret: twoFactors.sealedSecret })
    .from(twoFactors)
    .where(isOn(accountId));
  if (factor === undefined) return false;
  if (!isAppCode(code)) return takeRecoveryCode(db, accountId, code);
  const shared = unsealTotpSecret(secret, { accountId, sealed: factor.sealedSecret });
  const step = shared === undefined ? undefined : findStep(shared, code.replaceAll(/\s/g, ''), now);
  return step !== undefined && takeStep(db, accountId, step);
}

/** True if this has the form of an app's code, six digits; anything else can only be a recovery code. */
export function isAppCode(code: string): boolean {
  return /^\s*(?:[0-9]\s*){6}$/.test(code);
}

async function takeStep(db: Db | Tx, accountId: string, step: number): Promise<boolean> {
  const isEarlier = or(isNull(twoFactors.lastStep), lt(twoFactors.lastStep, step));
  const taken = await db
    .update(twoFactors)
    .set({ lastStep: step })
    .where(and(eq(twoFactors.accountId, accountId), isEarlier))
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
