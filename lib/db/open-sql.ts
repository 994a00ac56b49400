import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import type { ConnectionOptions } from 'node:tls';
import postgres from 'postgres';
import { guardTransactions } from '#lib/db/guard-transactions';
import { splitDatabaseUrl, type DatabaseTls } from '#lib/settings/database-url';

/** How long the end of a pool waits for queries under way. */
const endsWithinSeconds = 5;

/**
 * Opens a pool of postgres.js, encrypted as the address says. Nothing is sent until the first query. `end` waits up to five
 * seconds for queries under way, unless told otherwise: without a limit, the driver waits forever where a connection is lost meanwhile.
 */
export function openSql(databaseUrl: string, options: postgres.Options<Record<string, never>>): postgres.Sql {
  const { url, tls } = splitDatabaseUrl(databaseUrl);
  const sql = postgres(url, tls === undefined ? options : { ...options, ssl: toOptions(tls, url) });
  const end = sql.end.bind(sql);
  const endInTime: typeof sql.end = (given) => end({ timeout: endsWithinSeconds, ...given });
  return guardTransactions(Object.assign(sql, { end: endInTime }));
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
    // Without it, the certificate of an IP address would be compared with the name localhost.
    ...(isIP(host) !== 0 && { host }),
    ...(rootCertificate !== undefined && { ca: readFileSync(rootCertificate, 'utf8') }),
    ...(mode === 'verify-ca' && { checkServerIdentity: () => undefined }),
  };
}
