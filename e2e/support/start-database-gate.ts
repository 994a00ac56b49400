import { connect, createServer, type Socket } from 'node:net';
import { joinSockets } from './join-sockets';
import { freePort } from './start-longhand';

/** A proxy to PostgreSQL that can be closed and opened, as when the database goes down and comes back. */
export interface DatabaseGate {
  /** The address of the database server behind it. */
  url: string;
  /** Cuts all connections and accepts no new ones. */
  close(): Promise<void>;
  open(): Promise<void>;
  /** Cuts everything permanently. */
  stop(): Promise<void>;
}

/** Starts an open gate in front of the PostgreSQL at `server`. Other hosts reach it only with another `host`. */
export async function startDatabaseGate(server: string, { host = '127.0.0.1' } = {}): Promise<DatabaseGate> {
  const target = new URL(server);
  const port = await freePort();
  const sockets = new Set<Socket>();
  const gate = createServer((socket) => {
    const onward = connect(Number(target.port || 5432), target.hostname);
    joinSockets(socket, onward, sockets);
  });
  const open = () =>
    new Promise<void>((resolve, reject) => {
      gate.once('error', reject);
      gate.listen(port, host, resolve);
    });
  const close = () =>
    new Promise<void>((resolve) => {
      gate.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  await open();
  const url = new URL(server);
  url.hostname = '127.0.0.1';
  url.port = String(port);
  return { url: url.href, close, open, stop: () => (gate.listening ? close() : Promise.resolve()) };
}
