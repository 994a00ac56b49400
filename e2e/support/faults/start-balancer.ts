import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { joinSockets } from '#e2e/support/join-sockets';

/** The time a server has to accept a connection before the next one is tried. */
const timeoutMs = 1000;

/** A single address for several servers. */
export interface Balancer {
  url: string;
  stop(): Promise<void>;
}

/**
 * Starts a load balancer in front of these servers, `host:port`: round robin, skipping those that accept no connection.
 */
export async function startBalancer(targets: () => string[]): Promise<Balancer> {
  const sockets = new Set<Socket>();
  let turn = 0;
  const server = createServer((socket) => {
    socket.on('error', () => {});
    const all = targets();
    turn += 1;
    const order = all.map((_, i) => all[(turn + i) % all.length] ?? '');
    void connectFirst(order).then((onward) => {
      if (onward === undefined || socket.destroyed) {
        socket.destroy();
        onward?.destroy();
      } else joinSockets(socket, onward, sockets);
      return undefined;
    });
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        for (const socket of sockets) socket.destroy();
      }),
  };
}

async function connectFirst(order: string[]): Promise<Socket | undefined> {
  for (const target of order) {
    const socket = await tryConnect(target);
    if (socket !== undefined) return socket;
  }
  return undefined;
}

function tryConnect(target: string): Promise<Socket | undefined> {
  const [host = '', port] = target.split(':');
  return new Promise((resolve) => {
    const socket = connect(Number(port), host);
    const giveUp = () => {
      socket.destroy();
      resolve(undefined);
    };
    const timer = setTimeout(giveUp, timeoutMs);
    socket.once('error', giveUp);
    socket.once('connect', () => {
      clearTimeout(timer);
      socket.off('error', giveUp);
      socket.on('error', () => {});
      resolve(socket);
    });
  });
}
