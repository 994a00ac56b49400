import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { after, before, test } from 'node:test';
import { answerInOrder } from './answer-in-order';

let begun: string[] = [];
let underWay: ServerResponse[] = [];
const server = createServer((request, response) =>
  answerInOrder(request, response, () => {
    begun.push(request.url ?? '');
    underWay.push(response);
  }),
);

before(() => once(server.listen(0, '127.0.0.1'), 'listening'));
after(() => void server.close());

async function open(t: { after: (end: () => void) => void }): Promise<Socket> {
  [begun, underWay] = [[], []];
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1');
  t.after(() => socket.destroy());
  await once(socket, 'connect');
  return socket;
}

const send = (socket: Socket, from: number, to: number) => {
  for (let n = from; n < to; n += 1) socket.write(`GET /${n} HTTP/1.1\r\nhost: x\r\n\r\n`);
};

/** Answers requests one after the other, and asserts that no two are in progress at once. */
async function answerAll(count: number): Promise<void> {
  for (let n = 0; n < count; n += 1) {
    while (underWay.length === 0) await new Promise((resolve) => void setImmediate(resolve));
    assert.equal(underWay.length, 1);
    underWay.shift()?.end(`${n}`);
  }
}

test('requests that are sent together are answered one after the other, however many they are', async (t) => {
  const socket = await open(t);
  let text = '';
  socket.on('data', (chunk: Buffer) => (text += chunk.toString()));
  send(socket, 0, 2000);
  await answerAll(2000);
  assert.deepEqual(
    begun,
    Array.from({ length: 2000 }, (_, n) => `/${n}`),
  );
  while ((text.match(/200 OK/g) ?? []).length < 2000) await once(socket, 'data');
});

test('connections don’t wait for each other, and one that has waited is read again', async (t) => {
  const [slow, quick] = [await open(t), await open(t)];
  send(slow, 0, 40);
  while (underWay.length === 0) await new Promise((resolve) => void setImmediate(resolve));
  const [held] = underWay.splice(0);
  send(quick, 100, 101);
  while (underWay.length === 0) await new Promise((resolve) => void setImmediate(resolve));
  assert.deepEqual(begun, ['/0', '/100']);
  underWay.shift()?.end();
  held?.end();
  await answerAll(39);
  send(slow, 40, 41);
  await answerAll(1);
  assert.equal(begun.at(-1), '/40');
});

test('of a connection that is lost, what waits is not answered', async (t) => {
  const socket = await open(t);
  send(socket, 0, 10);
  while (underWay.length === 0) await new Promise((resolve) => void setImmediate(resolve));
  const closed = once(underWay[0] as ServerResponse, 'close');
  socket.destroy();
  await closed;
  await new Promise((resolve) => void setImmediate(resolve));
  assert.deepEqual(begun, ['/0']);
});
