import { randomBytes } from 'node:crypto';
import { and, eq, gt, isNull, or, sql, like } from 'drizzle-orm';
import { signingSecrets } from '#drizzle/schema/signing-secrets';
import type { Db } from '#lib/db/connect';
import { newId } from '#lib/ids/new-id';
import { log } from '#lib/settings/log';
import { seal, unseal } from '#lib/ids/seal';

const purpose = 'signing secret';
const plain = 'whsec_';
const sealed = 'sealed.';

/** A secret that callbacks are signed with, as Standard Webhooks writes it. */
export interface SigningSecret {
  id: string;
  /** Undefined when it was sealed under another secret of the installation. */
  secret: string | undefined;
  createdAt: Date;
  /** When a replaced secret stops to be used; null for the one in use. */
  validUntil: Date | null;
}

/** An account, and the secret of the installation, under which its signing secrets are sealed. */
export interface SecretsOwner {
  accountId: string;
  secret: string;
}

/** The secrets that sign an account's callbacks. None if the current one can't be opened: they would seem forged. */
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

/** The account's valid secrets: the current one, then one replaced within a day. Creates the first one. */
export async function listSigningSecrets(db: Db, owner: SecretsOwner): Promise<SigningSecret[]> {
  const found = await readSecrets(db, owner);
  if (found.length > 0) return found;
  // Two who come at once meet at the index; both then read the same secret.
  await db.insert(signingSecrets).values(newSecret(owner)).onConflictDoNothing();
  return readSecrets(db, owner);
}

/** The row of a new secret: 32 random bytes, as Standard Webhooks writes them, sealed. */
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

/** Seals the signing secrets that an earlier version has stored in plain text. May be repeated, also at the same time. */
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

/** A signing secret as it is stored, under the installation's secret and for its row. */
function sealSigningSecret(secret: string, { id, text }: { id: string; text: string }): string {
  return `${sealed}${seal(secret, { purpose, id, text })}`;
}

/** The signing secret of a row; undefined if it was sealed with another installation secret. */
function unsealSigningSecret(
  secret: string,
  { id, stored }: { id: string; stored: string },
): string | undefined {
  if (stored.startsWith(plain)) return stored;
  return unseal(secret, { purpose, id, sealed: stored.slice(sealed.length) });
}
