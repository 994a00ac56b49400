import type http from 'node:http';
import type { Socket } from 'node:net';

/**
 * Follows a server's connections; what it returns closes those that have not sent one request. Node counts them as busy, and
 * browsers open some to have them at hand.
 */
export function trackUnusedConnections(server: http.Server): () => void {
  const unused = new Set<Socket>();
  server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }) => void unused.delete(socket));
  return () => unused.forEach((socket) => socket.destroy());
}
