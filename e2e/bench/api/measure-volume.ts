import { performance } from 'node:perf_hooks';
import { makeClient } from '#e2e/support/client';
import { signInForCookies } from '#e2e/support/sign-in';
import type { Longhand } from '#e2e/support/start-longhand';
import { getShare } from '#e2e/bench/get-share';
import { note } from '#e2e/bench/note';

const own = 1000;
const others = 999_000;
const otherAccounts = 100;
const rounds = 200;

/** Compares reading an account's jobs with and without a million jobs of others in the table. */
export async function measureVolume(longhand: Longhand): Promise<void> {
  const { sql } = longhand;
  const account = await longhand.createAccount();
  const client = makeClient(longhand, account.apiKey);
  const cookie = await signInForCookies(longhand, account);
  const fill = async (accountIds: string[], amount: number): Promise<void> => {
    await sql`
      insert into jobs (id, account_id, status, name, media_url, duration_seconds, price_cents, created_at)
      select 'many' || n || 'x' || account_id, account_id, 'transcribed', 'Recording ' || n || '.wav', 'http://x.example/',
        60, 0, now() - n * interval '1 second'
      from generate_series(1, ${amount}::int) as n, unnest(${accountIds}::text[]) as account_id`;
    // All jobs contain the common word, one in a hundred of an account's the rare one.
    await sql`
      insert into transcript_texts (job_id, monologue, text, word_starts_ms)
      select 'many' || n || 'x' || account_id, 'm1', case when n % 100 = 1 then 'common rare' else 'common' end, '{0}'
      from generate_series(1, ${amount}::int) as n, unnest(${accountIds}::text[]) as account_id`;
    await sql`vacuum analyze jobs, transcript_texts`;
  };
  const jobsPage = async (search: string): Promise<void> => {
    const answer = await fetch(`${longhand.baseUrl}/jobs?search=${search}`, { headers: { cookie } });
    const page = await answer.text();
    if (!page.includes('Recording 1.wav')) throw new Error(`the page has no job that was found by ${search}`);
  };
  const reads: Record<string, () => Promise<unknown>> = {
    'list of 10': async () => (await client.request('/jobs?limit=10')).text(),
    'GET job': async () => (await client.request(`/jobs/many7x${account.id}`)).text(),
    'search by name': () => jobsPage('recording%201'),
    'search by a common word': () => jobsPage('common'),
    'search by a rare word': () => jobsPage('rare'),
  };
  const measure = async (): Promise<Record<string, number>> => {
    const measured: Record<string, number> = {};
    for (const [name, read] of Object.entries(reads)) {
      for (let n = 0; n < 20; n += 1) await read();
      const times: number[] = [];
      for (let n = 0; n < rounds; n += 1) {
        const started = performance.now();
        await read();
        times.push(performance.now() - started);
      }
      measured[name] = getShare(times, 0.95);
    }
    return measured;
  };
  await fill([account.id], own);
  const few = await measure();
  const accounts = await Promise.all(Array.from({ length: otherAccounts }, () => longhand.createAccount()));
  await fill(
    accounts.map(({ id }) => id),
    others / otherAccounts,
  );
  const many = await measure();
  for (const name of Object.keys(reads)) {
    const [before = Number.NaN, after = Number.NaN] = [few[name], many[name]];
    const ratio = (after / before).toFixed(2);
    note(
      `Among a million jobs: ${name}`,
      `p95 ${after.toFixed(1)} ms, ${ratio} of a thousand`,
      'at most 1.3',
    );
  }
  await sql`delete from accounts where id = any(${accounts.map(({ id }) => id)})`;
}
