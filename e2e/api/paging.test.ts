import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, test } from 'node:test';
import { clientOf, type Client } from '../client';
import { startLonghand, type Longhand } from '../start-longhand';

const amount = 10_000;

let longhand: Longhand;
let client: Client;
let accountId: string;

before(async () => {
  longhand = await startLonghand({ LONGHAND_REQUESTS_PER_MINUTE: '0' });
  const account = await longhand.createAccount();
  accountId = account.id;
  client = clientOf(longhand, account.apiKey);
  // Many share a moment, as jobs placed at once do: their ids order them.
  await longhand.sql`
    insert into jobs (id, account_id, status, failure, name, media_url, price_cents, created_at)
    select 'job-' || md5(n::text), ${accountId}, 'failed', 'unspecified', n || '.wav', 'http://x.example/', 0,
      now() - interval '1 day' - (n / 10) * interval '1 second'
    from generate_series(1, ${amount}) as n`;
  await longhand.sql`analyze jobs`;
});
after(() => longhand.stop());

async function page(limit: number, after: string | undefined): Promise<string[]> {
  const query = after === undefined ? '' : `&starting_after=${after}`;
  const response = await client.request(`/jobs?limit=${limit}${query}`);
  assert.equal(response.status, 200);
  return ((await response.json()) as Array<{ id: string }>).map((job) => job.id);
}

/** Reads every page; `between` runs after each one with the page's last job. */
async function readAll(limit: number, between: (last: string) => Promise<void>): Promise<string[]> {
  const seen: string[] = [];
  for (let last: string | undefined; ; last = seen.at(-1)) {
    const ids = await page(limit, last);
    seen.push(...ids);
    if (ids.length < limit) return seen;
    await between(ids.at(-1) ?? '');
  }
}

async function addOne(): Promise<void> {
  await longhand.sql`
    insert into jobs (id, account_id, status, failure, name, media_url, price_cents)
    values (${`new-${randomUUID()}`}, ${accountId}, 'failed', 'unspecified', 'new.wav', 'http://x.example/', 0)`;
}

for (const limit of [1000, 100, 7, 1]) {
  // Some twenty times on the way through the list.
  const often = Math.ceil(amount / limit / 20);

  test(`pages of ${limit} miss and repeat no job while others are added and deleted, even the last one read`, async () => {
    const before = await longhand.sql<Array<{ id: string }>>`
      select id from jobs where account_id = ${accountId} order by created_at desc, id desc`;
    const deleted = new Set<string>();
    let pages = 0;
    const seen = await readAll(limit, async (last) => {
      if (++pages % often !== 0) return;
      await addOne();
      const gone = await client.request(`/jobs/${last}`, { method: 'DELETE' });
      assert.equal(gone.status, 204);
      deleted.add(last);
    });
    assert.equal(new Set(seen).size, seen.length, 'a job was repeated');
    assert.deepEqual(
      seen,
      before.map((job) => job.id),
    );
    assert.ok(deleted.size > 0);
  });
}

test('a page begins after any job, also one that was deleted', async () => {
  const [first, second, third] = await page(3, undefined);
  await client.request(`/jobs/${second}`, { method: 'DELETE' });
  assert.deepEqual(await page(1, first), [third]);
  assert.deepEqual(await page(1, second), [third]);
});
