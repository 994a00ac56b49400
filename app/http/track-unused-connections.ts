import type http from 'node:http';
import type { Socket } from 'node:net';

/** Returns a function that closes connections without a request, which browsers keep and Node.js counts as busy. */
export function trackUnusedConnections(server: http.Server): () => void {
  const unused = new Set<Socket>();
  server.on('connection', (socket) => {
    unused.add(socket);
    socket.once('close', () => unused.delete(socket));
  });
  server.on('request', ({ socket }) => void unused.delete(socket));
  return () => unused.forEach((socket) => socket.destroy());
}
