import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readApiKey } from '#lib/api/keys/read-api-key';

const read = (authorization: string): string | undefined =>
  readApiKey(new Request('http://x.example', { headers: { authorization } }));

const basic = (text: string): string => `Basic ${Buffer.from(text).toString('base64')}`;

test('a key comes as Bearer, or as the password or user name of Basic', () => {
  assert.equal(read('Bearer lh_live_a'), 'lh_live_a');
  for (const text of ['user:lh_live_a', 'lh_live_a:', 'lh_live_a', 'lh_live_a:x', ':lh_live_a'])
    assert.equal(read(basic(text)), 'lh_live_a', text);
  assert.equal(read(basic('user:secret')), 'secret', 'which is refused as any unknown key');
});

test('what holds no key has none', () => {
  for (const text of ['', 'Bearer', 'Basic', 'Basic !', basic(''), basic(':'), 'Digest x'])
    assert.equal(read(text), undefined, text);
});
