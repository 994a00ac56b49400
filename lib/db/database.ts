import { connect, type Connection } from '#lib/db/connect';
import { env } from '#lib/settings/env';

export type { Db } from '#lib/db/connect';

/* The process's pool is kept on globalThis, because Next bundles this module separately for each route. */
const holder = globalThis as { longhandConnection?: Connection };

/** Returns the process's one connection pool, opened at the first call. Throws if DATABASE_URL is unset. */
export function database(): Connection {
  const { databaseUrl } = env();
  if (databaseUrl === undefined) throw new Error('DATABASE_URL is not set: start Longhand with `npm start`.');
  holder.longhandConnection ??= connect(databaseUrl);
  return holder.longhandConnection;
}
