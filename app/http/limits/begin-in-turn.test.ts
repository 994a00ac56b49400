import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { beginInTurn } from './begin-in-turn';

let underWay: ServerResponse[] = [];
let arrived = 0;
const server = createServer((request, response) => {
  beginInTurn(request.url ?? '', response, () => underWay.push(response));
  arrived += 1;
});

before(() => once(server.listen(0, '127.0.0.1'), 'listening'));
after(() => {
  server.closeAllConnections();
  server.close();
});

const turn = () => new Promise((resolve) => void setImmediate(resolve));

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await turn();
}

/** Sends this many requests for the path, each on its own connection, and waits until they have arrived. */
async function send(path: string, count: number): Promise<Socket[]> {
  const expected = arrived + count;
  const sockets = Array.from({ length: count }, () => {
    const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
    socket.write(`GET ${path} HTTP/1.1\r\nhost: x\r\n\r\n`);
    return socket;
  });
  await until(() => arrived === expected);
  return sockets;
}

test('of one key, four requests are under way; the next begins when an answer has its headers', async () => {
  underWay = [];
  await send('/a', 6);
  assert.equal(underWay.length, 4);
  // A stream, whose response doesn't end.
  underWay[0]?.writeHead(200).flushHeaders();
  await until(() => underWay.length === 5);
  for (let n = 0; n < 3; n += 1) await turn();
  assert.equal(underWay.length, 5);
  underWay[1]?.end('whole');
  await until(() => underWay.length === 6);
});

test('another key doesn’t wait', async () => {
  underWay = [];
  await send('/b', 9);
  await send('/c', 1);
  assert.equal(underWay.length, 5);
});

test('a client that has left is not begun, and makes room', async () => {
  underWay = [];
  const sockets = await send('/d', 6);
  const waiting = sockets.find(
    (socket) => !underWay.some((one) => one.socket?.remotePort === socket.localPort),
  );
  assert.ok(waiting);
  waiting.destroy();
  sockets.find((socket) => underWay[0]?.socket?.remotePort === socket.localPort)?.destroy();
  await until(() => underWay.length === 5);
  underWay[1]?.end();
  underWay[2]?.end();
  for (let n = 0; n < 9; n += 1) await turn();
  assert.equal(underWay.length, 5);
});
