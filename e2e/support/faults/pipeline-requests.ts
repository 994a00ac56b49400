import { once } from 'node:events';
import { connect } from 'node:net';

/** Sends raw requests on this many connections at once without waiting for answers; counts the answers by status. */
export async function pipelineRequests(
  baseUrl: string,
  requests: readonly string[],
  { connections }: { connections: number },
): Promise<Record<string, number>> {
  const statuses: Record<string, number> = {};
  const share = Math.ceil(requests.length / connections);
  const sendShare = async (n: number): Promise<void> => {
    const mine = requests.slice(n * share, (n + 1) * share);
    if (mine.length === 0) return;
    const { hostname, port } = new URL(baseUrl);
    const socket = connect(Number(port), hostname);
    let [left, rest] = [mine.length, ''];
    socket.setEncoding('latin1');
    socket.on('data', (chunk: string) => {
      rest += chunk;
      for (const [, status = ''] of rest.matchAll(/HTTP\/1\.1 (\d{3}) /g)) {
        statuses[status] = (statuses[status] ?? 0) + 1;
        left -= 1;
      }
      // A status line may be split between chunks: the rest may hold the start of one that is not counted yet.
      rest = rest.slice(1 - 'HTTP/1.1 200 '.length);
      if (left === 0) socket.destroy();
    });
    socket.write(mine.join(''));
    await once(socket, 'close');
    if (left > 0) throw new Error(`${left} of ${mine.length} requests were not answered`);
  };
  await Promise.all(Array.from({ length: connections }, (_, n) => sendShare(n)));
  return statuses;
}
