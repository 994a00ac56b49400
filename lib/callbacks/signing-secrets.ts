import { randomBytes } from 'node:crypto';
import { and, desc, eq, gt, isNull, or, sql } from 'drizzle-orm';
import { signingSecrets } from '#drizzle/schema/signing-secrets';
import type { Db } from '#lib/db/connect';
import { newId } from '#lib/new-id';

/**
 * The secrets that an account's callbacks are signed with, the one in use first, as Standard Webhooks writes them.
 * An account that has none yet is given one.
 */
export async function signingSecretsOf(db: Db, accountId: string): Promise<string[]> {
  const found = await readSecrets(db, accountId);
  if (found.length > 0) return found;
  const secret = `whsec_${randomBytes(32).toString('base64')}`;
  // Two who come at once meet at the index; both then read the same secret.
  await db.insert(signingSecrets).values({ id: newId(), accountId, secret }).onConflictDoNothing();
  return readSecrets(db, accountId);
}

async function readSecrets(db: Db, accountId: string): Promise<string[]> {
  const { validUntil } = signingSecrets;
  const rows = await db
    .select({ secret: signingSecrets.secret })
    .from(signingSecrets)
    .where(and(eq(signingSecrets.accountId, accountId), or(isNull(validUntil), gt(validUntil, sql`now()`))))
    .orderBy(desc(signingSecrets.createdAt));
  return rows.map((row) => row.secret);
}
