import path from 'node:path';
import { listFiles } from '#e2e/support/list-files';
import { worksOnNothing, type Longhand } from '#e2e/support/start-longhand';

/**
 * Counts the stored files, the rows of each table that `counts` selects, and, with `accounts`, the cents of all
 * balances.
 */
export async function readRemains(
  longhand: Pick<Longhand, 'sql' | 'dataDir'>,
  counts: (table: string) => boolean,
): Promise<Record<string, unknown>> {
  await worksOnNothing(longhand);
  const files = await listFiles(path.join(longhand.dataDir, 'media'));
  const { sql } = longhand;
  const tables = await sql<Array<{ name: string }>>`
    select table_name as name from information_schema.tables where table_schema = 'public' order by 1`;
  const found: Record<string, unknown> = { files: files.length };
  for (const { name } of tables.filter((table) => counts(table.name))) {
    const [row] = await sql<Array<{ n: number }>>`select count(*)::int as n from ${sql(name)}`;
    found[name] = row?.n;
  }
  if (counts('accounts')) {
    const [account] = await sql<
      Array<{ cents: number }>
    >`select sum(balance_cents)::int as cents from accounts`;
    found['cents'] = account?.cents;
  }
  return found;
}
