import { sql } from 'drizzle-orm';
import { installation } from '#drizzle/schema/installation';
import { connect } from '#lib/db/connect';
import type { Env } from '#lib/settings/env';
import { readSecret } from '#lib/settings/secret';
import { getFingerprint } from '#bin/start/agree-on-secret';
import { Stop } from '#bin/cli-output.mjs';

/**
 * The secret that the service has with this database. Stops where the settings or the data folder have another one, such as
 * those of another machine: a backup with it could not be read.
 */
export async function readInstallationSecret(
  databaseUrl: string,
  settings: Pick<Env, 'dataDir' | 'secret'>,
): Promise<string> {
  const secret = await readSecret(settings);
  const { db, close } = connect(databaseUrl, { max: 1 });
  try {
    const [table] = await db.execute(sql`select to_regclass('public.installation') is not null as "isThere"`);
    const [agreed] = table?.['isThere'] === true ? await db.select().from(installation) : [];
    if (agreed === undefined || agreed.secretFingerprint === getFingerprint(secret)) return secret;
  } finally {
    await close();
  }
  throw new Stop(
    'LONGHAND_SECRET: the database belongs to an installation with another secret. Set LONGHAND_DATA_DIR or LONGHAND_SECRET as for the service.',
  );
}
