import { TablesLocked } from '#lib/db/migrations/apply-migration';
import { migrate, UnknownSchema, type Upgrade } from '#lib/db/migrations/migrate';
import type { Env } from '#lib/settings/env';
import { dumpBeforeUpgrade } from '#bin/backup/dump-before-upgrade';
import { printLine, Stop } from '#bin/cli-output.mjs';
import { explainConnection } from './explain-connection';

/** Migrates the tables, after a dump of older data. Stops with the setting's name if the database is unreachable. */
export async function migrateOrStop(databaseUrl: string, settings: Env, signal?: AbortSignal): Promise<void> {
  const beforeUpgrade = (upgrade: Upgrade) => dumpBeforeUpgrade(databaseUrl, settings, upgrade);
  const onWait = () => printLine("Waiting for other programs to unlock the database's tables.");
  try {
    await migrate(databaseUrl, { beforeUpgrade, onWait, ...(signal && { signal }) });
  } catch (error) {
    if (error instanceof UnknownSchema) {
      throw new Stop(
        'The database was last used by a later version of Longhand. Start that version again, or restore an earlier backup.',
      );
    }
    if (error instanceof TablesLocked) {
      throw new Stop(
        'The database was not upgraded: another program has kept its tables locked for ten minutes. Stop that program, then start Longhand again.',
      );
    }
    throw (settings.databaseUrl && explainConnection(error)) || error;
  }
}
