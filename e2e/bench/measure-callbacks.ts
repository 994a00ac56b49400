import { startReceiver } from '#e2e/support/callbacks/receiver';
import { makeClient } from '#e2e/support/client';
import type { Longhand } from '#e2e/support/start-longhand';
import { waitFor } from '#e2e/support/wait';
import { note } from './note';

const toDeadHost = 1000;
const toLiveHost = 10;
const atOnce = 20;

/** Measures a callback's delay while very many others wait for a host that accepts but never answers. */
export async function measureCallbacks(longhand: Longhand): Promise<void> {
  const account = await longhand.createAccount(1000_00);
  const client = makeClient(longhand, account.apiKey);
  const live = await startReceiver();
  const dead = await startReceiver(() => {});
  const submit = async (url: string): Promise<string> =>
    (await client.submitUrl(live.missing, { callback_url: url })).id;
  try {
    for (let n = 0; n < toDeadHost; n += atOnce) {
      await Promise.all(Array.from({ length: atOnce }, (_, i) => submit(`${dead.url}?${n + i}`)));
    }
    await waitFor('the jobs to end', async () => {
      const begun = await longhand.sql`
        select from callbacks where account_id = ${account.id} and state = 'pending'`;
      return begun.length === toDeadHost ? true : undefined;
    });
    const delays: number[] = [];
    for (let n = 0; n < toLiveHost; n++) {
      const jobId = await submit(live.url);
      const { at } = await waitFor('the callback', () => live.of(jobId)[0]);
      const [row] = await longhand.sql<Array<{ begunAt: Date }>>`
        select begun_at as "begunAt" from callbacks where job_id = ${jobId}`;
      delays.push(at - (row?.begunAt.getTime() ?? Number.NaN));
    }
    const p95 = delays.toSorted((a, b) => a - b)[Math.ceil(0.95 * delays.length) - 1];
    note("Job's end to its callback, 1,000 waiting for a dead host", `p95 ${p95} ms`, 'p95 below 5 s');
  } finally {
    // Deletes the callbacks with their jobs, so that they don't affect later measurements.
    await longhand.sql`delete from jobs where account_id = ${account.id}`;
    await Promise.all([live.close(), dead.close()]);
  }
}
