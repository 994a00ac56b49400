import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { anyEmail } from '#e2e/support/make-account';
import { useOwnDatabase } from '#e2e/support/use-own-database';
import { testWith } from '#e2e/support/with-settings';
import { createAccount } from '#lib/accounts/create-account';
import { contract } from '#lib/api/v1/contract';
import { serve as serveEarlier } from '#lib/api/earlier/serve';
import { serve } from '#lib/api/v1/serve';
import { database } from '#lib/db/database';

const requestsPerMinute = 5;

await useOwnDatabase();

const limitedTest = testWith(() => ({ requestsPerMinute }));

const route = serve(contract.getAccount, async ({ accountId }) => ({ accountId }));

function ask(apiKey: string): Promise<Response> {
  const request = new Request('http://longhand.example/v1/account', {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  return route(request, { params: Promise.resolve({}) });
}

limitedTest(
  'a key that sends too many requests gets 429 with Retry-After, and then answers again',
  async (t) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    // The counts are shared with other servers by the real clock, which would begin a minute anew.
    const limiter = new RateLimiterMemory({ points: requestsPerMinute, duration: 60 });
    Object.assign(globalThis, { longhandRequestCounters: { limiter, unshared: new Map(), isSharing: true } });
    t.after(() => Reflect.deleteProperty(globalThis, 'longhandRequestCounters'));
    const { db } = database();
    const eager = await createAccount(db, { email: anyEmail(), balanceCents: 0 });
    const other = await createAccount(db, { email: anyEmail(), balanceCents: 0 });
    for (let left = requestsPerMinute - 1; left >= 0; left -= 1) {
      const { status, headers } = await ask(eager.apiKey);
      assert.deepEqual(
        [status, headers.get('ratelimit-limit'), headers.get('ratelimit-remaining')],
        [200, String(requestsPerMinute), String(left)],
      );
    }
    const refused = await ask(eager.apiKey);
    assert.equal(refused.status, 429);
    assert.equal(refused.headers.get('retry-after'), '60');
    assert.equal(refused.headers.get('ratelimit-remaining'), '0');
    assert.equal(refused.headers.get('content-type'), 'application/problem+json; charset=utf-8');
    assert.match(((await refused.json()) as { type: string }).type, /\/too-many-requests$/);
    assert.equal((await ask(other.apiKey)).status, 200, 'other keys are not concerned');

    t.mock.timers.tick(59_000);
    const still = await ask(eager.apiKey);
    assert.deepEqual([still.status, still.headers.get('retry-after')], [429, '1']);
    t.mock.timers.tick(1001);
    assert.equal((await ask(eager.apiKey)).status, 200);
  },
);

test('a defect is answered 500 without its cause, and names the line of the log', async () => {
  const broken = serve(contract.getAccount, () => Promise.reject(new Error('the cause')));
  const { apiKey } = await createAccount(database().db, { email: anyEmail(), balanceCents: 0 });
  const request = new Request('http://longhand.example/v1/account', {
    headers: { authorization: `Bearer ${apiKey}` },
  });
  const response = await broken(request, { params: Promise.resolve({}) });
  const text = await response.text();
  assert.equal(response.status, 500);
  assert.doesNotMatch(text, /the cause/);
  assert.ok(text.includes(response.headers.get('x-request-id') ?? 'none'), text);
});

test('a request whose client has gone is answered without a defect', async () => {
  const { apiKey } = await createAccount(database().db, { email: anyEmail(), balanceCents: 0 });
  const leaving = new AbortController();
  const route = serve(contract.getAccount, async ({ request }) => {
    leaving.abort();
    request.signal.throwIfAborted();
  });
  const request = new Request('http://longhand.example/v1/account', {
    headers: { authorization: `Bearer ${apiKey}` },
    signal: leaving.signal,
  });
  assert.equal((await route(request, { params: Promise.resolve({}) })).status, 499);
});

test('an outage is told as one in the words of each revision, and not as a defect', async () => {
  const { apiKey } = await createAccount(database().db, { email: anyEmail(), balanceCents: 0 });
  const fail = (bind: typeof serve, code: string) =>
    bind(contract.getAccount, () => Promise.reject(Object.assign(new Error(code), { code })))(
      new Request('http://longhand.example/v1/account', { headers: { authorization: `Bearer ${apiKey}` } }),
      { params: Promise.resolve({}) },
    );
  const away = await fail(serve, '57P01');
  assert.deepEqual([away.status, away.headers.get('retry-after')], [503, '5']);
  assert.match(((await away.json()) as { type: string }).type, /\/service-unavailable$/);
  const full = await fail(serve, 'ENOSPC');
  assert.equal(full.status, 507);
  assert.match(((await full.json()) as { type: string }).type, /\/storage-full$/);
  const earlier = await fail(serveEarlier, '57P01');
  assert.deepEqual([earlier.status, earlier.headers.get('retry-after')], [503, '5']);
  assert.deepEqual(Object.keys((await earlier.json()) as object), ['message']);
  assert.equal((await fail(serveEarlier, 'ENOSPC')).status, 507);
});
