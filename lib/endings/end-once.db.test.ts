import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readBalance } from '#lib/billing/read-balance';
import type { Db } from '#lib/db/connect';
import { makeAccount } from '#e2e/support/make-account';
import { sharedDatabase } from '#e2e/support/shared-database';
import { completeJob } from '#lib/endings/complete-job';
import { deleteJob } from '#lib/jobs/delete-job';
import { failJob } from '#lib/endings/fail-job';
import { submitJob } from '#lib/jobs/submit/submit-job';
import { Refusal } from '#lib/refusal';
import { assertLedgerAddsUp } from '#e2e/support/ledger';

/* The verbs that end a job, against each other on a real database. */

const price = 25;
async function submit(db: Db, accountId: string): Promise<string> {
  const submission = { accountId, media: { mediaUrl: 'https://longhand.example/a.mp3' } };
  return (await submitJob(db, submission, { priceCentsPerMinute: price })).job.id;
}

test('settling, releasing and deleting a job race a hundred times: each is settled once', async () => {
  const { db, sql, close } = await sharedDatabase();
  try {
    const accountId = await makeAccount(db, { balanceCents: 100 * price });
    let charged = 0;
    for (let round = 0; round < 100; round++) {
      const jobId = await submit(db, accountId);
      const fail = { jobId, failure: 'unspecified', failureDetail: 'Lost the race.' } as const;
      const race = [
        () => completeJob(db, { jobId, words: [], speakers: [], monologues: [] }),
        () => failJob(db, fail),
        () => deleteJob(db, { accountId, jobId }).catch(expectRefusal),
        () => completeJob(db, { jobId, words: [], speakers: [], monologues: [] }),
        () => failJob(db, fail),
        () => deleteJob(db, { accountId, jobId }).catch(expectRefusal),
      ];
      // Each round another one is first.
      const first = round % race.length;
      const order = [...race.slice(first), ...race.slice(0, first)];
      const ended = await Promise.all(order.map((step) => step()));
      assert.equal(ended.filter((did) => did === true).length, 1, `round ${round}`);
      const [entry] = await sql`
      select count(*) filter (where kind = 'release')::int as releases,
        count(*) filter (where kind = 'charge')::int as charges
      from ledger_entries where job_id = ${jobId}`;
      assert.equal(entry?.['releases'], 1, `round ${round}`);
      charged += entry?.['charges'] as number;
    }
    const { balanceCents, heldCents } = await readBalance(db, { accountId });
    assert.deepEqual({ balanceCents, heldCents }, { balanceCents: (100 - charged) * price, heldCents: 0 });
    await assertLedgerAddsUp(sql);
  } finally {
    await close();
  }
});

function expectRefusal(error: unknown): 'refused' {
  if (error instanceof Refusal) return 'refused';
  throw error;
}
