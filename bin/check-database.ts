import { openSql } from '#lib/db/open-sql';
import { explainConnection } from '#bin/start/explain-connection';

/** Stops unless the operator's database takes our connections. */
export async function checkDatabase(databaseUrl: string): Promise<void> {
  try {
    const sql = openSql(databaseUrl, { max: 1, onnotice: () => {} });
    await sql`select 1`.finally(() => sql.end());
  } catch (error) {
    throw explainConnection(error) ?? error;
  }
}
