import { once } from 'node:events';
import { createServer as createWebServer, type RequestListener } from 'node:http';
import { createServer } from 'node:net';

/** Listeners that record every connection. */
export interface Listeners {
  /**
   * Returns the addresses where connections have arrived since the last call, such as `10.0.0.1:80` or `[::1]:80`, each
   * once.
   */
  takeLandings(): string[];
  close(): void;
}

/**
 * Listens on these ports of every address of the machine. All speak HTTP, even on port 443: a connection there is
 * recorded, but its client can't understand the answer.
 */
export async function listenEverywhere(ports: number[], answer: RequestListener): Promise<Listeners> {
  const landings = new Set<string>();
  const web = createWebServer(answer);
  const servers = ports.flatMap((port) =>
    ['0.0.0.0', '::'].map((host) =>
      createServer((socket) => {
        const { localAddress = '', localFamily } = socket;
        landings.add(`${localFamily === 'IPv6' ? `[${localAddress}]` : localAddress}:${port}`);
        web.emit('connection', socket);
      }).listen({ port, host, ipv6Only: true }),
    ),
  );
  await Promise.all(servers.map((server) => once(server, 'listening')));
  return {
    takeLandings() {
      const taken = [...landings].toSorted();
      landings.clear();
      return taken;
    },
    close() {
      web.closeAllConnections();
      for (const server of servers) server.close();
    },
  };
}
