import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';

/** Starts a server on loopback that accepts every connection and never sends anything. */
export async function startSilentServer(): Promise<{ port: number; stop(): void }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.on('error', () => {}));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stop() {
      for (const socket of sockets) socket.destroy();
      server.close();
    },
  };
}
