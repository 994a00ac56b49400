import { once } from 'node:events';
import { connect } from 'node:net';

/** PostgreSQL's SSLRequest: its length, and the number that asks. */
const request = Buffer.from([0, 0, 0, 8, 4, 210, 22, 47]);
const timeoutMs = 10_000;

/** True if the PostgreSQL at this address takes encrypted connections. False where nothing answers. */
export async function offersTls({ hostname, port }: Pick<URL, 'hostname' | 'port'>): Promise<boolean> {
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
