import { createInterface } from 'node:readline/promises';
import { printLine, Stop } from '#bin/cli-output.mjs';
import { withClient } from '#lib/backup/with-client';

/** Stops unless the database is empty or Longhand's and not in use, and has no data or may be replaced. */
export async function confirmReplacement(
  databaseUrl: string,
  { replace, yes, signal }: { replace: boolean; yes: boolean; signal: AbortSignal },
): Promise<void> {
  const { isLonghand, tables, accounts, jobs, services } = await describeDatabase(databaseUrl);
  if (services > 0) throw new Stop('Longhand is running with this database: stop all its parts first.');
  if (!isLonghand && tables > 0) {
    throw new Stop("The database contains tables that are not Longhand's. Restore into a separate database.");
  }
  if (accounts === 0 && jobs === 0) return;
  const { hostname, pathname } = new URL(databaseUrl);
  const what = `accounts ${accounts}, transcripts ${jobs}, in the database ${pathname.slice(1)} on ${hostname}`;
  if (!replace) throw new Stop(`There is existing data: ${what}. To replace it, add --replace`);
  printLine(`This replaces all existing data: ${what}.`);
  if (yes) return;
  if (!process.stdin.isTTY) throw new Stop('Add --yes to skip the confirmation.');
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  const answer = await terminal
    .question('Type "replace" to continue: ', { signal })
    .finally(() => terminal.close());
  if (answer.trim() !== 'replace') throw new Stop('Nothing was changed.');
}

/** Contents of a database that a restore would replace. */
interface DatabaseContents {
  /** True if Longhand's migrations have ever run in it. */
  isLonghand: boolean;
  /** All tables in the schema `public`. */
  tables: number;
  accounts: number;
  jobs: number;
  /** Connections of running services. */
  services: number;
}

/** Reads a database's contents and running services. */
async function describeDatabase(databaseUrl: string): Promise<DatabaseContents> {
  return withClient(databaseUrl, async (client) => {
    const count = async (query: string) => {
      const { rows } = await client.query<{ count: number }>(`select count(*)::int as count from ${query}`);
      return rows[0]?.count ?? 0;
    };
    const isThere = (table: string) => count(`(select) as one where to_regclass('${table}') is not null`);
    const countRows = async (table: string) => ((await isThere(table)) > 0 ? count(table) : 0);
    return {
      isLonghand: (await isThere('drizzle.__drizzle_migrations')) > 0,
      tables: await count(`pg_tables where schemaname = 'public'`),
      accounts: await countRows('public.accounts'),
      jobs: await countRows('public.jobs'),
      services: await count(
        `pg_stat_activity where datname = current_database() and application_name = 'longhand'`,
      ),
    };
  });
}
