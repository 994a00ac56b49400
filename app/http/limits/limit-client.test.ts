import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { lookUpCredential } from '#lib/api/limits/look-up-credential';
import { clientAddressHeader } from '#lib/net/client-address';
import { withSettings } from '#e2e/support/with-settings';
import { limitClient } from './limit-client';

const requestsPerMinute = 3;

/** Sends a request. `isBegun` becomes true when it begins; `end` answers it. */
function send(method: string, url: string, address: string, cookie?: string) {
  const request = Object.assign(new IncomingMessage(new Socket()), { method, url });
  request.headers[clientAddressHeader] = address;
  if (cookie !== undefined) request.headers.cookie = `next-auth.session-token=${cookie}`;
  const response = new ServerResponse(request);
  const sent = { isBegun: false, response, end: () => response.emit('close') };
  limitClient({ request, response }, undefined, () => (sent.isBegun = true));
  return sent;
}

/** The number of requests answered, one after the other, until one is refused with 429. */
async function countAnswered(...given: Parameters<typeof send>): Promise<number> {
  let count = 0;
  await withSettings({ requestsPerMinute }, async () => {
    for (; ; count += 1) {
      const sent = send(...given);
      if (!sent.isBegun) return assert.equal(sent.response.statusCode, 429);
      sent.end();
    }
  });
  return count;
}

test('options of an upload count as requests do; parts of its file and media have a higher limit of their own', async () => {
  const find = async () => ({});
  await lookUpCredential({ kind: 'cookie', secret: 'ann', address: '192.0.2.1' }, find);
  const byAnn = async (method: string, url: string) => countAnswered(method, url, '192.0.2.1', 'ann');
  assert.equal(await byAnn('PUT', '/jobs/uploads/1'), requestsPerMinute);
  assert.equal(await byAnn('PATCH', '/jobs/uploads/1'), 10 * requestsPerMinute);
  for (const method of ['HEAD', 'DELETE']) assert.equal(await byAnn(method, '/jobs/uploads/2'), 0);
  assert.equal(await byAnn('DELETE', '/jobs/uploads/transcript/2'), 0);
  assert.equal(await byAnn('GET', '/media/ticket'), 0);
  // A guest on the same network, with any ticket.
  assert.equal(await countAnswered('GET', '/media/ticket', '192.0.2.1'), 40 * requestsPerMinute);
  assert.equal(await countAnswered('GET', '/media/another', '192.0.2.1', 'made up'), 0);
  assert.equal(await countAnswered('GET', '/media/another', '192.0.2.2'), 40 * requestsPerMinute);
});

test('of one ticket, and of the uploads of one client, four are begun at once; parts of files take no turn', () => {
  const begin = (method: string, url: string, count = 6) => {
    const sent = Array.from({ length: count }, () => send(method, url, '198.51.100.1'));
    return sent.filter(({ isBegun }) => isBegun).length;
  };
  assert.equal(begin('GET', '/media/one'), 4);
  assert.equal(begin('GET', '/media/one?again'), 0);
  assert.equal(begin('GET', '/media/two'), 4);
  assert.equal(begin('HEAD', '/jobs/uploads/1'), 4);
  assert.equal(begin('DELETE', '/jobs/uploads/2'), 0);
  assert.equal(begin('PATCH', '/jobs/uploads/1'), 6);
});
