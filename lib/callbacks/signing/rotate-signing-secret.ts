import { and, eq, isNotNull, isNull, sql } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { signingSecrets } from '#drizzle/schema/signing-secrets';
import { listSigningSecrets, newSecret, type SecretsOwner } from '#lib/callbacks/signing/signing-secrets';
import type { ActedBy } from '#lib/audit/actor';
import { recordEvent } from '#lib/audit/record-events';
import type { Db } from '#lib/db/connect';

/** Creates a signing secret. The replaced one stays valid for 24 hours, and an earlier one ends at once. */
export async function rotateSigningSecret(db: Db, owner: SecretsOwner & ActedBy): Promise<void> {
  const { accountId, by } = owner;
  await listSigningSecrets(db, owner);
  await db.transaction(async (tx) => {
    // Two who rotate at once take turns.
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
