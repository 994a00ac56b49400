import { and, eq, like } from 'drizzle-orm';
import { signingSecrets } from '#drizzle/schema/signing-secrets';
import { sealSigningSecret } from '#lib/callbacks/signing/seal-signing-secret';
import type { Db } from '#lib/db/connect';

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
