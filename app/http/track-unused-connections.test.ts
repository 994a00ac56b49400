import assert from 'node:assert/strict';
import { once } from 'node:events';
import http from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { test } from 'node:test';
import { trackUnusedConnections } from './track-unused-connections';

test('connections without a request are closed, and one whose request is under way is not', async () => {
  const server = http.createServer();
  const closeUnused = trackUnusedConnections(server);
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const { port } = server.address() as AddressInfo;
  const asked = once(server, 'request');
  const accepted = once(server, 'connection');
  const unused = connect(port, '127.0.0.1');
  await accepted;
  const answer = fetch(`http://127.0.0.1:${port}`);
  const [, response] = (await asked) as [http.IncomingMessage, http.ServerResponse];
  const closed = once(unused, 'close');
  closeUnused();
  await closed;
  response.end('done');
  assert.equal(await (await answer).text(), 'done');
  await new Promise((resolve) => {
    server.close(resolve);
    server.closeAllConnections();
  });
});
