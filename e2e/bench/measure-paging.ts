import { makeClient } from '#e2e/support/client';
import type { Longhand } from '#e2e/support/start-longhand';
import { note } from './note';

const amount = 10_000;
const pageSize = 100;

/** Compares the last of many pages with the first. */
export async function measurePaging(longhand: Longhand): Promise<void> {
  const account = await longhand.createAccount();
  const client = makeClient(longhand, account.apiKey);
  await longhand.sql`
    insert into jobs (id, account_id, status, failure, name, media_url, price_cents, created_at)
    select 'page-' || n, ${account.id}, 'failed', 'unspecified', n || '.wav', 'http://x.example/', 0,
      now() - n * interval '1 second'
    from generate_series(1, ${amount}) as n`;
  await longhand.sql`analyze jobs`;
  const timePage = async (after: string): Promise<number> => {
    const times: number[] = [];
    for (let i = 0; i < 15; i++) {
      const started = performance.now();
      await (await client.request(`/jobs?limit=${pageSize}${after}`)).text();
      times.push(performance.now() - started);
    }
    return times.toSorted((a, b) => a - b)[7] ?? Number.NaN;
  };
  await timePage('');
  const first = await timePage('&starting_after=page-1');
  const last = await timePage(`&starting_after=page-${amount - pageSize}`);
  const measured = `${last.toFixed(1)} ms, ${(last / first).toFixed(2)} of the first`;
  note('Last page of 10,000 jobs', measured, 'at most 1.5');
}
