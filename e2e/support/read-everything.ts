import postgres from 'postgres';

/**
 * Returns a checksum of the rows of each table of a database, by table name: a restored one must have the same. Leaves
 * out the list of the queue's own migrations, which contains the times at which they were applied.
 */
export async function readEverything(databaseUrl: string): Promise<Record<string, string>> {
  const sql = postgres(databaseUrl, { max: 1, onnotice: () => {} });
  try {
    const tables = await sql<{ name: string }[]>`
      select format('%I.%I', schemaname, tablename) as name from pg_tables
      where schemaname in ('public', 'drizzle', 'graphile_worker')
        and (schemaname, tablename) <> ('graphile_worker', 'migrations') order by 1`;
    const everything: Record<string, string> = {};
    for (const { name } of tables) {
      const [sum] = await sql.unsafe(
        `select count(*) || ' ' || md5(coalesce(string_agg(t::text, e'\n' order by t::text collate "C"), '')) as sum from ${name} t`,
      );
      everything[name] = String(sum?.['sum']);
    }
    return everything;
  } finally {
    await sql.end();
  }
}
