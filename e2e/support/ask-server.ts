import { request, type IncomingHttpHeaders, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

/** An answer, read to its end. */
export interface ServerAnswer {
  status: number | undefined;
  headers: IncomingHttpHeaders;
  text: string;
}

/**
 * Puts one request to a server that listens only for it. Not by `fetch`, which other tests of the process replace for a
 * while.
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
