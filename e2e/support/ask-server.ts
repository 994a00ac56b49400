import { request, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** A fully read answer. */
export interface ServerAnswer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  text: string;
}

/**
 * Sends one request to a server that listens only for it. Avoids `fetch`, which other tests of the process temporarily
 * replace.
 */
export async function askServer(server: Server, path: string, method = 'GET'): Promise<ServerAnswer> {
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  try {
    return await new Promise((resolve, reject) => {
      const asked = request({ host: '127.0.0.1', port, path, method, agent: false }, (answer) => {
        const { statusCode: status, headers } = answer;
        text(answer).then((body) => resolve({ status, headers, text: body }), reject);
      });
      asked.once('error', reject);
      asked.end();
    });
  } finally {
    await new Promise((resolve) => {
      server.close(resolve);
    });
  }
}
