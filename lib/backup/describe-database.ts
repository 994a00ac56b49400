import { withClient } from '#lib/backup/with-client';

/** Contents of a database that a restore would replace. */
export interface DatabaseContents {
  /** True if Longhand's migrations have ever run there. */
  isLonghand: boolean;
  /** All tables in the schema `public`. */
  tables: number;
  accounts: number;
  jobs: number;
  /** Connections of running services. */
  services: number;
}

/** Looks at what a database holds, and who uses it. */
export async function describeDatabase(databaseUrl: string): Promise<DatabaseContents> {
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
