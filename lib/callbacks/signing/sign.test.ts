import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { sign } from '#lib/callbacks/signing/sign';

const newSecret = () => `whsec_${randomBytes(32).toString('base64')}`;
const body = JSON.stringify({ job: { id: 'a', name: 'Gespräch 🎤.wav' } });
const timestamp = Math.floor(Date.now() / 1000);

test('a receiver with either of two secrets verifies the callback, and one with another does not', () => {
  const [old, current] = [newSecret(), newSecret()];
  const headers = sign({ id: 'one', timestamp, body }, [current, old]);
  for (const secret of [old, current]) {
    assert.deepEqual(new Webhook(secret).verify(body, headers), JSON.parse(body));
  }
  assert.throws(() => new Webhook(newSecret()).verify(body, headers));
});

test('a changed body, id or time is not verified', () => {
  const secret = newSecret();
  const headers = sign({ id: 'one', timestamp, body }, [secret]);
  const webhook = new Webhook(secret);
  assert.throws(() => webhook.verify(body.replace('Gespräch', 'x'), headers));
  assert.throws(() => webhook.verify(body, { ...headers, 'webhook-id': 'two' }));
  assert.throws(() => webhook.verify(body, { ...headers, 'webhook-timestamp': String(timestamp - 1) }));
});
