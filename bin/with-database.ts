import { connect, type Db } from '#lib/db/connect';
import { readSettings } from './start/check-settings';
import { migrateOrStop } from './start/migrate-or-stop';
import { withDatabaseUrl, type DatabaseOptions } from './with-database-url';

/** Runs an operator's command on the database, whose tables are brought up to date first. */
export async function withDatabase<T>(
  run: (db: Db) => Promise<T>,
  options: DatabaseOptions = {},
): Promise<T> {
  const settings = readSettings();
  const work = async (url: string) => {
    await migrateOrStop(url, settings);
    const connection = connect(url, { max: 1 });
    return run(connection.db).finally(() => connection.close());
  };
  return withDatabaseUrl(settings, work, options);
}
