import { Client } from 'pg';
import { toPgUrl } from '#lib/db/to-pg-url';

/* COPY uses `pg`: streams of postgres.js hang on errors. Settings are pg_dump's, so rows are formatted alike. */

const settings = `
  set datestyle = 'ISO'; set intervalstyle = 'postgres'; set extra_float_digits = 1;
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`;

/** Runs the work on its own connection, which is closed in any case, at once if the work fails. */
export async function withClient<T>(databaseUrl: string, run: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: await toPgUrl(databaseUrl),
    application_name: 'longhand backup',
  });
  // A broken connection also rejects the query under way, which reports it.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(settings);
    return await run(client);
  } finally {
    await client.end();
  }
}
