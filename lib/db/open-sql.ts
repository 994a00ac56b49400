import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import postgres from 'postgres';
import { guardTransactions } from '#lib/db/guard-transactions';
import { splitDatabaseUrl, type DatabaseTls } from '#lib/settings/database-url';

/** Time limit for running queries when a pool ends. */
const endsWithinSeconds = 5;

/** Opens an encrypted pool of postgres.js, idle until the first query. `end` waits up to 5 s for running queries. */
export function openSql(databaseUrl: string, options: postgres.Options<Record<string, never>>): postgres.Sql {
  const { url, tls } = splitDatabaseUrl(databaseUrl);
  outliveTypeQueries();
  const sql = postgres(url, tls === undefined ? options : { ...options, ssl: toOptions(tls, url) });
  const end = sql.end.bind(sql);
  const endInTime: typeof sql.end = (given) => end({ timeout: endsWithinSeconds, ...given });
  return guardTransactions(Object.assign(sql, { end: endInTime }));
}

// The server and Next's bundles load separate copies of this module.
const holder = globalThis as { longhandOutlivesTypeQueries?: true };

/**
 * postgres.js 3.4 queries array types on each new connection without awaiting the result (`fetchArrayTypes`), so a
 * connection lost meanwhile would crash the process. The query that opened the connection fails, or is sent over
 * another one.
 */
function outliveTypeQueries(): void {
  if (holder.longhandOutlivesTypeQueries) return;
  holder.longhandOutlivesTypeQueries = true;
  process.on('unhandledRejection', (reason) => {
    const isTypeQuery = reason instanceof Error && 'query' in reason && /typarray/.test(String(reason.query));
    // Ends the process with the stack trace, as without a listener.
    if (!isTypeQuery) throw reason;
  });
}

function toOptions(
  { mode, rootCertificate }: DatabaseTls,
  url: string,
): ConnectionOptions | 'prefer' | false {
  if (mode === 'disable') return false;
  if (mode === 'prefer') return 'prefer';
  if (mode === 'require') return { rejectUnauthorized: false };
  const host = new URL(url).hostname.replace(/^\[(.+)\]$/, '$1');
  return {
    rejectUnauthorized: true,
    // Otherwise an IP address's certificate would be compared with the name localhost.
    ...(isIP(host) !== 0 && { host }),
    ...(rootCertificate !== undefined && { ca: readFileSync(rootCertificate, 'utf8') }),
    ...(mode === 'verify-ca' && { checkServerIdentity: () => undefined }),
  };
}
