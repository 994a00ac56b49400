import assert from 'node:assert/strict';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { refuseUnreadable } from '#app/http/refuse-unreadable';

const server = http.createServer((request, response) => {
  if (!refuseUnreadable(request, response)) response.end('passed');
});
before(() => new Promise<void>((ready) => void server.listen(0, '127.0.0.1', () => ready())));
after(() => {
  server.closeAllConnections();
  server.close();
});

function ask(method: string, path: string): Promise<http.IncomingMessage> {
  const { port } = server.address() as AddressInfo;
  return new Promise((resolve, reject) => {
    const request = http.request({ port, method, path }, (response) => resolve(response.resume()));
    request.once('error', reject).end();
  });
}

test('a verb that nobody knows is refused with those that the path has', async () => {
  const allowed = {
    '/v1/engines': 'GET, HEAD, OPTIONS',
    '/v1/jobs?x=1': 'GET, HEAD, POST, OPTIONS',
    '/v1/jobs/x/share': 'POST, OPTIONS',
    '/speechtotext/v1/account': 'GET, HEAD, OPTIONS',
    '/_next/static/x': 'GET, HEAD',
  };
  for (const [path, allow] of Object.entries(allowed)) {
    const { statusCode, headers } = await ask('PROPFIND', path);
    assert.deepEqual([statusCode, headers.allow], [405, allow], path);
  }
});
