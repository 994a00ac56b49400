import { connect, type Connection } from '#lib/db/connect';
import { env } from '#lib/settings/env';
import { perProcess } from '#lib/per-process';

export type { Db } from '#lib/db/connect';

/** Returns the process's one connection pool, opened at the first call. Throws if DATABASE_URL is unset. */
export function database(): Connection {
  const { databaseUrl } = env();
  if (databaseUrl === undefined) throw new Error('DATABASE_URL is not set: start Longhand with `npm start`.');
  return perProcess('longhandConnection', () => connect(databaseUrl));
}
