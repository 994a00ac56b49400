import { once } from 'node:events';
import { connect } from 'node:net';
import { splitDatabaseUrl } from '#lib/settings/database-url';

/** PostgreSQL's SSLRequest: its length, and the request code. */
const request = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const timeoutMs = 10_000;

/** Returns the address for `pg`, encrypted as libpq would. As `pg` has no `prefer` mode, asks the server. */
export async function toPgUrl(databaseUrl: string): Promise<string> {
  const { url, tls } = splitDatabaseUrl(databaseUrl);
  if (tls === undefined) return databaseUrl;
  const { mode, rootCertificate } = tls;
  const address = new URL(url);
  const { searchParams } = address;
  const preferred = async () => ((await offersTls(address)) ? 'require' : 'disable');
  searchParams.set('sslmode', mode === 'prefer' ? await preferred() : mode);
  if (rootCertificate !== undefined && mode.startsWith('verify-'))
    searchParams.set('sslrootcert', rootCertificate);
  searchParams.set('uselibpqcompat', 'true');
  return address.href;
}

/** True if the PostgreSQL at this address accepts encrypted connections. False if it doesn't respond. */
async function offersTls({ hostname, port }: Pick<URL, 'hostname' | 'port'>): Promise<boolean> {
  const host = hostname.replace(/^\[(.+)\]$/, '$1');
  const socket = connect({ host, port: Number(port || 5432) });
  try {
    socket.write(request);
    const [answer] = (await once(socket, 'data', { signal: AbortSignal.timeout(timeoutMs) })) as [Buffer];
    return answer.toString('latin1', 0, 1) === 'S';
  } catch {
    return false;
  } finally {
    socket.destroy();
  }
}
