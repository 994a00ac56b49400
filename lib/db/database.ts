import { connect, type Connection } from '#lib/db/connect';
import { env } from '#lib/settings/env';

export type { Db } from '#lib/db/connect';

/* The process's pool is kept on globalThis: Next bundles this module once for each route. */
const holder = globalThis as { longhandConnection?: Connection };

/** The process's one pool of connections, opened at the first call. Throws when DATABASE_URL is unset. */
export function database(): Connection {
  const { databaseUrl } = env();
  if (databaseUrl === undefined) throw new Error('DATABASE_URL is not set: start Longhand with `npm start`.');
  holder.longhandConnection ??= connect(databaseUrl);
  return holder.longhandConnection;
}
