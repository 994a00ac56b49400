import { migrate } from '#lib/db/migrate';
import type { Env } from '#lib/settings/env';
import { Stop } from '#bin/cli-output.mjs';

const connectionCodes = /^(E[A-Z]+|CONNECT_TIMEOUT|CONNECTION_\w+|28\w{3}|3D000|53300)$/;

/**
 * Brings the tables up to date. A database of the operator's that cannot be reached, or that lets us not in, is
 * named by its setting.
 */
export async function migrateOrStop(databaseUrl: string, settings: Env): Promise<void> {
  try {
    await migrate(databaseUrl);
  } catch (error) {
    const { code = '', message } = error as { code?: string; message: string };
    if (!settings.databaseUrl || !connectionCodes.test(code)) throw error;
    throw new Stop(`DATABASE_URL: the database cannot be used (${message || code})`);
  }
}
