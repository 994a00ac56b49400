import { randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, or, sql, like, isNotNull } from 'drizzle-orm';
import { signingSecrets } from '#drizzle/schema/signing-secrets';
import type { Db } from '#lib/db/connect';
import { newId } from '#lib/ids/new-id';
import { log } from '#lib/settings/log';
import { seal, unseal } from '#lib/ids/seal';
import { accounts } from '#drizzle/schema/accounts';
import type { ActedBy } from '#lib/audit/actor';
import { recordEvent } from '#lib/audit/record-events';

const purpose = 'signing secret';
const plain = 'whsec_';
const sealed = 'sealed.';

/** A secret that signs callbacks, in the format of Standard Webhooks. */
export interface SigningSecret {
  id: string;
  /** Undefined if it was sealed under another secret of the installation. */
  secret: string | undefined;
  createdAt: Date;
  /** When a replaced secret expires; null for the current one. */
  validUntil: Date | null;
}

/** An account, and the installation's secret that seals its signing secrets. */
export interface SecretsOwner {
  accountId: string;
  secret: string;
}

/** Reads the secrets that sign callbacks. None if the current one can't be unsealed: signatures would look forged. */
export async function readSigningSecrets(db: Db, owner: SecretsOwner): Promise<string[]> {
  const [inUse, ...replaced] = (await listSigningSecrets(db, owner)).map(({ secret }) => secret);
  if (inUse === undefined) {
    log().warn(
      { accountId: owner.accountId },
      'the signing secret was sealed under another installation secret: restore that, or have the owner replace the signing secret',
    );
    return [];
  }
  return [inUse, ...replaced.filter((secret) => secret !== undefined)];
}

/** Lists the account's valid secrets: the current one, then one replaced within a day. Creates the first one. */
export async function listSigningSecrets(db: Db, owner: SecretsOwner): Promise<SigningSecret[]> {
  const found = await readSecrets(db, owner);
  if (found.length > 0) return found;
  // Concurrent inserts conflict at the index; both then read the same secret.
  await db.insert(signingSecrets).values(newSecret(owner)).onConflictDoNothing();
  return readSecrets(db, owner);
}

/** Returns the row of a new secret: 32 random bytes in the format of Standard Webhooks, sealed. */
export function newSecret({ accountId, secret }: SecretsOwner): typeof signingSecrets.$inferInsert {
  const id = newId();
  const text = `whsec_${randomBytes(32).toString('base64')}`;
  return { id, accountId, secret: sealSigningSecret(secret, { id, text }) };
}

async function readSecrets(db: Db, { accountId, secret }: SecretsOwner): Promise<SigningSecret[]> {
  const { id, secret: stored, createdAt, validUntil } = signingSecrets;
  const found = await db
    .select({ id, stored, createdAt, validUntil })
    .from(signingSecrets)
    .where(and(eq(signingSecrets.accountId, accountId), or(isNull(validUntil), gt(validUntil, sql`now()`))))
    .orderBy(sql`${validUntil} desc nulls first`);
  return found.map(({ stored, ...row }) => ({
    ...row,
    secret: unsealSigningSecret(secret, { id: row.id, stored }),
  }));
}

/** Seals the signing secrets that an earlier version stored in plain text. Repeatable, also concurrently. */
export async function sealPlainSecrets(db: Db, secret: string): Promise<void> {
  const { id, secret: stored } = signingSecrets;
  const found = await db.select({ id, text: stored }).from(signingSecrets).where(like(stored, 'whsec\\_%'));
  for (const row of found) {
    await db
      .update(signingSecrets)
      .set({ secret: sealSigningSecret(secret, row) })
      .where(and(eq(id, row.id), eq(stored, row.text)));
  }
}

/** Seals a signing secret with the installation's secret, bound to its row. */
function sealSigningSecret(secret: string, { id, text }: { id: string; text: string }): string {
  return `${sealed}${seal(secret, { purpose, id, text })}`;
}

/** Unseals the signing secret of a row; undefined if it was sealed with another installation secret. */
function unsealSigningSecret(
  secret: string,
  { id, stored }: { id: string; stored: string },
): string | undefined {
  if (stored.startsWith(plain)) return stored;
  return unseal(secret, { purpose, id, sealed: stored.slice(sealed.length) });
}

/** Creates a signing secret. The replaced one stays valid for 24 hours, and an earlier one ends at once. */
export async function rotateSigningSecret(db: Db, owner: SecretsOwner & ActedBy): Promise<void> {
  const { accountId, by } = owner;
  await listSigningSecrets(db, owner);
  await db.transaction(async (tx) => {
    // Serializes concurrent rotations.
    await tx
      .select({ id: accounts.id })
      .from(accounts)
      .where(eq(accounts.id, accountId))
      .for('no key update');
    const { validUntil } = signingSecrets;
    const ofAccount = eq(signingSecrets.accountId, accountId);
    await tx.delete(signingSecrets).where(and(ofAccount, isNotNull(validUntil)));
    await tx
      .update(signingSecrets)
      .set({ validUntil: sql`now() + interval '24 hours'` })
      .where(and(ofAccount, isNull(validUntil)));
    await tx.insert(signingSecrets).values(newSecret(owner));
    await recordEvent(tx, { accountId, action: 'signing_secret.rotated', by });
  });
}
