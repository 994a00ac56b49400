import { createHmac } from 'node:crypto';
import { sql } from 'drizzle-orm';
import { installation } from '#drizzle/schema/installation';
import { Stop } from '#bin/cli-output.mjs';
import { connect } from '#lib/db/connect';
import type { Env } from '#lib/settings/env';
import { log } from '#lib/settings/log';
import { readSecret } from '#lib/settings/secret';

/**
 * Ensures that this machine has the installation's secret: with another one, it would sign out users of other machines
 * and couldn't read sealed values. Stops a part of the service with another secret. The whole service adopts its own
 * instead if no other machine shares it: the database is embedded, or the secret is set.
 */
export async function agreeOnSecret(
  databaseUrl: string,
  settings: Pick<Env, 'role' | 'dataDir' | 'databaseUrl' | 'secret'>,
): Promise<void> {
  const connection = connect(databaseUrl, { max: 1 });
  const { db } = connection;
  try {
    const secretFingerprint = getFingerprint(await readSecret(settings));
    await db.insert(installation).values({ secretFingerprint }).onConflictDoNothing();
    const [agreed] = await db.select().from(installation);
    if (agreed?.secretFingerprint === secretFingerprint) return;
    // A file just created on a second machine must not invalidate the first one's sealed values.
    const isMeant = settings.databaseUrl === undefined || settings.secret !== undefined;
    if (settings.role !== 'all' || !isMeant) throw new Stop(explain(settings));
    log().warn('the secret has changed: everyone is signed out, and signing secrets are lost');
    await db
      .update(installation)
      .set({ secretFingerprint })
      .where(sql`true`);
  } finally {
    await connection.close();
  }
}

/** Returns a one-way fingerprint of the secret, for the database. */
export function getFingerprint(secret: string): string {
  return createHmac('sha256', secret).update('longhand installation').digest('hex').slice(0, 32);
}

function explain({ secret, dataDir }: Pick<Env, 'dataDir' | 'secret'>): string {
  const own = secret === undefined ? `the file secret in ${dataDir}` : 'LONGHAND_SECRET';
  return `LONGHAND_SECRET: all machines need the same secret, and ${own} differs from the one the database was set up with. Set it to the contents of the file “secret” in the first machine's data folder. If that is lost, set LONGHAND_SECRET to a new secret and run the whole service with it once: everyone is signed out, and webhooks need new signing secrets.`;
}
