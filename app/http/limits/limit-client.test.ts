import assert from 'node:assert/strict';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { test } from 'node:test';
import { clientAddressHeader } from '#lib/net/client-address';
import { env } from '#lib/settings/env';
import { limitClient } from './limit-client';

/** The status with which a request is refused; undefined for one that is answered. */
function ask(method: string, url: string, address: string): number | undefined {
  const request = Object.assign(new IncomingMessage(new Socket()), { method, url });
  request.headers[clientAddressHeader] = address;
  const response = new ServerResponse(request);
  let isAnswered = false;
  limitClient({ request, response }, undefined, () => (isAnswered = true));
  if (isAnswered) response.emit('close');
  return isAnswered ? undefined : response.statusCode;
}

test('options of an upload count as requests do, and the parts of its file come in any number', () => {
  const { requestsPerMinute: limit } = env();
  const all = (method: string, address: string) =>
    Array.from({ length: limit + 1 }, () => ask(method, '/jobs/uploads/1', address));
  const answered = Array.from({ length: limit }, () => undefined);
  assert.deepEqual(all('PATCH', '192.0.2.1'), [...answered, undefined]);
  assert.deepEqual(all('PUT', '198.51.100.1'), [...answered, 429]);
});
