import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { CallbackVerificationError } from './errors.ts';
import { verifyCallback } from './verify-callback.ts';

const secret = `whsec_${Buffer.from('the secret of this very test').toString('base64')}`;
const other = `whsec_${Buffer.from('another secret').toString('base64')}`;
const body = '{"job":{"id":"one","name":"Gespräch.wav"}}';
const now = Date.parse('2026-11-20T10:00:00Z');

const sign = (key: string) => new Webhook(key).sign('msg_1', new Date(now), body);
const headersWith = (signature: string, timestamp = now / 1000) => ({
  ...{ 'webhook-id': 'msg_1', 'webhook-timestamp': String(timestamp), 'webhook-signature': signature },
});

test('a callback signed by Standard Webhooks is taken, from headers of either kind and bytes or text', async () => {
  const headers = headersWith(sign(secret));
  for (const given of [headers, new Headers(headers), { 'Webhook-ID': 'msg_1', ...headers }]) {
    assert.equal((await verifyCallback(body, given, secret, { now })).job.id, 'one');
  }
  const bytes = new TextEncoder().encode(body);
  assert.equal((await verifyCallback(bytes, headers, secret, { now })).job.name, 'Gespräch.wav');
  // While a secret is being replaced, both sign.
  const both = headersWith(`${sign(other)} ${sign(secret)}`);
  assert.equal((await verifyCallback(body, both, secret, { now })).job.id, 'one');
});

test('anything else is refused', async () => {
  const sound = headersWith(sign(secret));
  const wrong: Array<[string, Record<string, string>, number]> = [
    [`${body} `, sound, now],
    [body, headersWith(sign(other)), now],
    [body, headersWith(sign(secret), now / 1000 + 1), now],
    [body, { ...sound, 'webhook-id': 'msg_2' }, now],
    [body, headersWith(sign(secret).replace('v1,', 'v2,')), now],
    [body, headersWith('v1'), now],
    [body, headersWith('v1,&'), now],
    [body, { ...sound, 'webhook-timestamp': 'now' }, now],
    [body, {}, now],
    [body, sound, now + 301_000],
    [body, sound, now - 301_000],
  ];
  for (const [given, headers, at] of wrong) {
    const refused = verifyCallback(given, headers, secret, { now: at });
    await assert.rejects(refused, CallbackVerificationError, JSON.stringify(headers));
  }
});
