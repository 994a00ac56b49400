import type { Socket } from 'node:net';

/** Pipes each socket into the other until one closes; `sockets` contains both meanwhile. */
export function joinSockets(socket: Socket, onward: Socket, sockets: Set<Socket>): void {
  for (const [one, other] of [
    [socket, onward],
    [onward, socket],
  ] as const) {
    sockets.add(one);
    one.on('error', () => {});
    one.on('close', () => {
      sockets.delete(one);
      other.destroy();
    });
  }
  socket.pipe(onward).pipe(socket);
}
