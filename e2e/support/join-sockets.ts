import type { Socket } from 'node:net';

/** Passes on what either socket receives to the other, until one closes; `sockets` has both meanwhile. */
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
