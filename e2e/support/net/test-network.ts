import { createServer, type RequestListener } from 'node:http';
import { isIP } from 'node:net';
import type { TestContext } from 'node:test';
import { buildConnector } from 'undici';
import type { MakeConnector } from '#lib/net/guarded-agent';
import type { Resolver } from '#lib/net/resolve-host';

/** Starts an HTTP server on 127.0.0.1 and a free port, which it gives; it ends with the test. */
export async function startServer(t: TestContext, listener: RequestListener): Promise<number> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('the server has no port');
  return address.port;
}

/**
 * Connects as the guard bids, yet opens every socket to the port on 127.0.0.1: `landings` tells where each one would
 * have gone, such as `10.0.0.1:80`, and nothing leaves the machine however many holes the guard has.
 */
export function landOn(port: number): { makeConnector: MakeConnector; landings: string[] } {
  const landings: string[] = [];
  const makeConnector: MakeConnector = ({ lookup, timeout }) => {
    const connect = buildConnector({ timeout });
    return (options, callback) => {
      const land = (address: string) => {
        landings.push(`${address}:${options.port || (options.protocol === 'https:' ? '443' : '80')}`);
        const here = `127.0.0.1:${port}`;
        connect({ protocol: 'http:', hostname: '127.0.0.1', host: here, port: String(port) }, callback);
      };
      if (isIP(options.hostname) !== 0) return land(options.hostname);
      return lookup(options.hostname, { all: true }, (error, addresses) => {
        if (error) return callback(error, null);
        return land(typeof addresses === 'string' ? addresses : (addresses[0]?.address ?? 'nowhere'));
      });
    };
  };
  return { makeConnector, landings };
}

/** A resolver that knows the names given, each with one answer after another; the last answer stays. */
export function makeResolver(names: Record<string, string[][]>): { resolver: Resolver; asked: string[] } {
  const asked: string[] = [];
  const resolver: Resolver = (hostname) => {
    const answers = names[hostname] ?? [];
    const answer = answers[Math.min(asked.filter((name) => name === hostname).length, answers.length - 1)];
    asked.push(hostname);
    if (answer === undefined)
      return Promise.reject(Object.assign(new Error('unknown'), { code: 'ENOTFOUND' }));
    return Promise.resolve(answer);
  };
  return { resolver, asked };
}
