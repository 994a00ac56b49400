import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { worksOnNothing, type Longhand } from '#e2e/support/start-longhand';

/** What there is of files, rows and money, without the tables whose rows note what was asked. */
export async function readRemains(
  longhand: Pick<Longhand, 'sql' | 'dataDir'>,
  without: string[],
): Promise<Record<string, unknown>> {
  await worksOnNothing(longhand);
  const folder = path.join(longhand.dataDir, 'media');
  // Nothing may have been stored yet.
  const files = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => []);
  const { sql } = longhand;
  const tables = await sql<Array<{ name: string }>>`
    select table_name as name from information_schema.tables
    where table_schema = 'public' and table_name <> all(${without}) order by 1`;
  const counts: Record<string, unknown> = { files: files.filter((file) => file.isFile()).length };
  for (const { name } of tables) {
    const [row] = await sql<Array<{ n: number }>>`select count(*)::int as n from ${sql(name)}`;
    counts[name] = row?.n;
  }
  const [account] = await sql`select sum(balance_cents)::int as cents from accounts`;
  return { ...counts, ...account };
}
