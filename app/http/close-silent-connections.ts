import type http from 'node:http';
import type { Socket } from 'node:net';

/**
 * Closes connections that are idle for this long: without a request, with an incomplete one, or with a response that its
 * client doesn't read. A client whose request is complete may wait for its response as long as that takes.
 */
export function closeSilentConnections(server: http.Server, milliseconds: number): void {
  server.setTimeout(milliseconds);
  server.on('request', (request, response) => {
    response.on('timeout', (socket: Socket) => {
      const isWaiting = request.complete && !response.headersSent;
      if (!isWaiting) socket.destroy();
    });
  });
}
