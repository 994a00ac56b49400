import { randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { signingSecrets } from '#drizzle/schema/signing-secrets';
import type { Db } from '#lib/db/connect';
import { newId } from '#lib/ids/new-id';

/** A secret that callbacks are signed with, as Standard Webhooks writes it. */
export interface SigningSecret {
  id: string;
  secret: string;
  createdAt: Date;
  /** When a replaced secret stops to be used; null for the one in use. */
  validUntil: Date | null;
}

/** The secrets that an account's callbacks are signed with, as `listSigningSecrets` gives them. */
export async function readSigningSecrets(db: Db, accountId: string): Promise<string[]> {
  return (await listSigningSecrets(db, { accountId })).map(({ secret }) => secret);
}

/**
 * The account's secrets that are valid now, the one in use first, then the one that it has replaced within a day. An
 * account that has none yet is given one.
 */
export async function listSigningSecrets(
  db: Db,
  { accountId }: { accountId: string },
): Promise<SigningSecret[]> {
  const found = await readSecrets(db, accountId);
  if (found.length > 0) return found;
  // Two who come at once meet at the index; both then read the same secret.
  await db
    .insert(signingSecrets)
    .values({ id: newId(), accountId, secret: newSecret() })
    .onConflictDoNothing();
  return readSecrets(db, accountId);
}

/** A new secret: 32 random bytes, as Standard Webhooks writes them. */
export function newSecret(): string {
  return `whsec_${randomBytes(32).toString('base64')}`;
}

async function readSecrets(db: Db, accountId: string): Promise<SigningSecret[]> {
  const { id, secret, createdAt, validUntil } = signingSecrets;
  return db
    .select({ id, secret, createdAt, validUntil })
    .from(signingSecrets)
    .where(and(eq(signingSecrets.accountId, accountId), or(isNull(validUntil), gt(validUntil, sql`now()`))))
    .orderBy(sql`${validUntil} desc nulls first`);
}
