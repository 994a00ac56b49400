import { createServer, type RequestListener } from 'node:http';
import { isIP } from 'node:net';
import type { TestContext } from 'node:test';
import { buildConnector } from 'undici';
import type { MakeConnector } from '#lib/net/guarded-agent';
import type { Resolver } from '#lib/net/resolve-host';

/** Starts an HTTP server on 127.0.0.1 that ends with the test; returns its free port. */
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
 * Connects as the guard demands, but opens every socket to this port on 127.0.0.1. `landings` lists where each one
 * would have gone, such as `10.0.0.1:80`; nothing leaves the machine, whatever holes the guard has.
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

/** Returns a resolver that knows the given names, each with its answers in order; the last answer repeats. */
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
