import { Client } from 'pg';
import { toPgUrl } from '#lib/db/to-pg-url';

/* COPY uses `pg`: streams of postgres.js wait forever on errors. Settings are pg_dump's, so rows are read alike everywhere. */

const settings = `
  set datestyle = 'ISO'; set intervalstyle = 'postgres'; set extra_float_digits = 1;
  set statement_timeout = 0; set lock_timeout = 0; set idle_in_transaction_session_timeout = 0`;

/** Runs the work on a connection of its own, which is closed in any case, at once when the work has failed. */
export async function withClient<T>(databaseUrl: string, run: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({
    connectionString: await toPgUrl(databaseUrl),
    application_name: 'longhand backup',
  });
  // A connection that breaks fails the query under way, which tells of it.
  client.on('error', () => {});
  await client.connect();
  try {
    await client.query(settings);
    return await run(client);
  } finally {
    await client.end();
  }
}
