import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Socket } from 'node:net';

/** A proxy to the service whose connections can be cut, like a train's in a tunnel. */
export interface Proxy {
  baseUrl: string;
  /** Cuts all connections as soon as one of them has sent more than this many bytes to the service. */
  cutAfter(bytes: number): void;
  /** Cuts all connections now. */
  cut(): void;
  /** Lets connections through again. */
  mend(): void;
  /** Returns the number of bytes sent to the service since the last `mend`. */
  sentBytes(): number;
  close(): void;
}

/** Starts a proxy to the service on this machine. */
export async function startProxy(baseUrl: string): Promise<Proxy> {
  const target = new URL(baseUrl);
  const open = new Set<Socket>();
  let limit = Infinity;
  let isCut = false;
  let sent = 0;

  const cut = (): void => {
    isCut = true;
    for (const socket of open) socket.destroy();
  };

  const server = createServer((near) => {
    if (isCut) return void near.destroy();
    const far = connect(Number(target.port), target.hostname);
    let carried = 0;
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(socket);
      socket.on('error', () => undefined);
      socket.on('close', () => {
        open.delete(socket);
        other.destroy();
      });
    }
    near.on('data', (chunk: Buffer) => {
      carried += chunk.length;
      sent += chunk.length;
      if (carried > limit) return cut();
      if (!far.write(chunk)) near.pause();
    });
    far.on('drain', () => near.resume());
    far.pipe(near);
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');

  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cutAfter(bytes) {
      limit = bytes;
    },
    cut,
    mend() {
      limit = Infinity;
      isCut = false;
      sent = 0;
    },
    sentBytes: () => sent,
    close() {
      cut();
      server.close();
    },
  };
}
