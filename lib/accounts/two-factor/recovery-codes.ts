import { eq } from 'drizzle-orm';
import { customAlphabet } from 'nanoid';
import { recoveryCodes } from '#drizzle/schema/two-factors';
import type { Tx } from '#lib/db/connect';
import { hashToken } from '#lib/ids/link-token';

const count = 10;

/** 16 of 31 characters without look-alikes: 79 bits. */
const newCode = customAlphabet('abcdefghijkmnpqrstuvwxyz23456789', 16);

/** Gives the account ten new recovery codes, as they are shown once, in place of those that it had. */
export async function replaceRecoveryCodes(tx: Tx, { accountId }: { accountId: string }): Promise<string[]> {
  const codes = Array.from({ length: count }, () => newCode());
  await tx.delete(recoveryCodes).where(eq(recoveryCodes.accountId, accountId));
  await tx.insert(recoveryCodes).values(codes.map((code) => ({ accountId, sha256: hashRecoveryCode(code) })));
  return codes.map((code) => (code.match(/.{4}/g) ?? []).join('-'));
}

/** The hash of a recovery code, however its groups are written. */
export function hashRecoveryCode(given: string): string {
  return hashToken(given.toLowerCase().replaceAll(/[^a-z0-9]/g, ''));
}
