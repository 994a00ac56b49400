import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { test } from 'node:test';
import { settleBody } from './settle-body';

const turn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Sends part of a body to a server that stops reading, then calls `end`. Returns uncaught errors. */
async function leaveUnread(end: (client: http.ClientRequest) => void): Promise<string[]> {
  const uncaught: string[] = [];
  const note = (error: Error): void => void uncaught.push(error.message);
  process.on('uncaughtException', note);
  const server = http.createServer();
  try {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const client = http.request({ port, host: '127.0.0.1', method: 'POST', agent: false });
    client.on('error', () => {});
    client.write('begun');
    const [request, response] = (await once(server, 'request')) as [
      http.IncomingMessage,
      http.ServerResponse,
    ];
    settleBody(request, response);
    // A body as routes get it. The types of undici and browsers don't include iterable bodies.
    const body = request as unknown as NonNullable<RequestInit['body']>;
    const made = new Request('http://localhost', { method: 'POST', body, duplex: 'half' } as RequestInit);
    const reading = Readable.fromWeb(made.body as ReadableStream);
    reading.on('error', () => {});
    await once(reading, 'data');
    // The next chunk has been requested by then.
    await turn();
    reading.destroy();
    await turn();
    const over = Promise.race([once(request, 'end'), once(request, 'close')]).catch(() => {});
    end(client);
    await over;
    await turn();
    return uncaught;
  } finally {
    server.closeAllConnections();
    server.close();
    process.off('uncaughtException', note);
  }
}

test('a body that ends after its reading was given up throws nothing that nobody catches', async () => {
  assert.deepEqual(await leaveUnread((client) => client.end()), []);
});

test('neither does one that breaks off', async () => {
  assert.deepEqual(await leaveUnread((client) => client.destroy()), []);
});

test('a body is read whole, piece by piece', async () => {
  const server = http.createServer((request, response) => {
    settleBody(request, response);
    const body = request as unknown as NonNullable<RequestInit['body']>;
    const made = new Request('http://localhost', { method: 'POST', body, duplex: 'half' } as RequestInit);
    void made.text().then((text) => response.end(String(text.length)));
  });
  try {
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', body: 'x'.repeat(300_000) });
    assert.equal(await answer.text(), '300000');
  } finally {
    server.closeAllConnections();
    server.close();
  }
});
