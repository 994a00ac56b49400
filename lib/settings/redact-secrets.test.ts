import assert from 'node:assert/strict';
import { test } from 'node:test';
import { newToken } from '#lib/ids/link-token';
import { newId } from '#lib/ids/new-id';
import { signMediaTicket } from '#lib/renditions/media-ticket';
import { redactSecrets } from '#lib/settings/redact-secrets';

const token = newToken();
const ticket = signMediaTicket('f'.repeat(64), { jobId: newId(), expiresAt: new Date() });

/** Each secret with texts that hold it. */
const held: Record<string, string[]> = {
  [token]: [
    `GET /editor/shared/${token} 404`,
    `https://longhand.example/reset-password?token=${token}&x=1`,
    `next=%2Feditor%2Fshared%2F${token}`,
    JSON.stringify({ url: `/editor/data/${token}/words` }),
    JSON.stringify({ shareToken: token }),
  ],
  lh_live_abcdefgh12345678: [
    'Bearer lh_live_abcdefgh12345678',
    'key lh_live_abcdefgh12345678 is not there',
    JSON.stringify({ apiKey: 'lh_live_abcdefgh12345678' }),
  ],
  whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw: ['secret: whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'],
  sk_live_51abcDEF: ['Invalid API Key provided: sk_live_51abcDEF'],
  [ticket]: [`/media/${ticket}?x`, JSON.stringify({ address: `/media/${ticket}` })],
  'c2Vzc2lvbg-1': [
    JSON.stringify({
      headers: { cookie: 'session=c2Vzc2lvbg-1', 'set-cookie': 'session=c2Vzc2lvbg-1; path=/' },
    }),
    'Cookie: a=b; session=c2Vzc2lvbg-1',
    'authorization: Basic c2Vzc2lvbg-1',
  ],
  'pa$$-"w\\ord': [JSON.stringify({ level: 30, password: 'pa$$-"w\\ord', status: 200 })],
  'p4ss-w0rd': [
    'connect to postgres://longhand:p4ss-w0rd@db.example:5432/longhand failed',
    'smtp://user:p4ss-w0rd@mail.example',
    'https://ann:p4ss-w0rd@files.example/a.wav',
    JSON.stringify({ newPassword: 'p4ss-w0rd' }),
  ],
  '0a1b2c-signature': [
    'https://bucket.example/a.wav?X-Amz-Signature=0a1b2c-signature&X-Amz-Expires=60',
    'https://blob.example/a.wav?sv=2022&sig=0a1b2c-signature',
    JSON.stringify({ url: 'https://a.example/?a=1&access_token=0a1b2c-signature' }),
    '/api/auth/callback/oidc?code=0a1b2c-signature&state=x',
  ],
};

test('secrets are taken out by their shape and by where they stand', () => {
  for (const [secret, texts] of Object.entries(held)) {
    for (const text of texts) {
      const clean = redactSecrets(text);
      assert.ok(!clean.includes(secret) && !clean.includes(JSON.stringify(secret).slice(1, -1)), clean);
      assert.match(clean, /\[redacted\]/);
      if (text.startsWith('{')) assert.doesNotThrow(() => JSON.parse(clean), clean);
    }
  }
});

test('secrets that are given are taken out wherever they stand', () => {
  const secret = 'collector key';
  assert.equal(redactSecrets('the collector key is wrong', [secret]), 'the [redacted] is wrong');
});

test('what a line is for stays', () => {
  const line = JSON.stringify({
    level: 30,
    time: '2026-11-24T07:00:00.000Z',
    pid: 4711,
    trace_id: '0af7651916cd43dd8448eb211c80319c',
    requestId: newId(),
    path: '/v1/jobs/speed1x0123456789abcdef/transcript',
    err: { type: 'TypeError', stack: 'TypeError: x\n    at readBearerToken (file:///a/b.js:1:2)', code: 'X' },
    tokens: 5,
    msg: 'Authorization has been denied',
  });
  assert.equal(redactSecrets(line), line);
});

test('long texts that almost hold secrets take no time', () => {
  const texts = ['"' + 'a-'.repeat(50_000), '://' + ':'.repeat(20_000), '?' + 'token'.repeat(20_000)];
  for (const text of texts) assert.equal(redactSecrets(text), text);
});
