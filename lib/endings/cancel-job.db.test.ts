import assert from 'node:assert/strict';
import { test } from 'node:test';
import { eq } from 'drizzle-orm';
import { callbacks } from '#drizzle/schema/callbacks';
import { recognizedPieces } from '#drizzle/schema/recognized-pieces';
import { isRefusal } from '#e2e/support/is-refusal';
import { assertLedgerAddsUp } from '#e2e/support/ledger';
import { makeAccount } from '#e2e/support/make-account';
import { makeJob } from '#e2e/support/make-job';
import { ledgerLines, listTasks, readCents } from '#e2e/support/read-rows';
import { sharedDatabase } from '#e2e/support/shared-database';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import type { Db } from '#lib/db/connect';
import { cancelJob } from '#lib/endings/cancel-job';
import { getJob } from '#lib/jobs/read/get-job';
import type { JobReference } from '#lib/jobs/job';
import { submitSandboxJob } from '#lib/jobs/sandbox/submit-sandbox-job';
import { submitJob } from '#lib/jobs/submit/submit-job';
import { beginWork } from '#lib/jobs/work/begin-work';
import { priceJob } from '#lib/jobs/work/price-job';
import { storePiece } from '#lib/jobs/work/recognized-pieces';
import { queuePositions } from '#lib/queue/queue-positions';
import { Refusal } from '#lib/refusal';
import { completeJob } from '#lib/endings/complete-job';
import { failJob } from '#lib/endings/fail-job';
import { playSandboxJob } from '#lib/worker/play-sandbox-job';

const callbackUrl = 'https://a.example/done';
const piece = { index: 0, startMs: 0, endMs: 1000, words: [] };

const cancel = (db: Db, reference: JobReference) => cancelJob(db, reference);

async function submit(db: Db, accountId: string): Promise<string> {
  const media = { key: 'stored', bytes: 1, fileName: 'a.wav', durationSeconds: 61 };
  const { job } = await submitJob(db, { accountId, media, callbackUrl }, { priceCentsPerMinute: 25 });
  return job.id;
}

test('a waiting job that is canceled ends failed, costs nothing, leaves the queue and calls its owner', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100 });
    const [jobId, next] = [await submit(db, accountId), await submit(db, accountId)];
    const job = await cancel(db, { accountId, jobId });
    assert.deepEqual([job.status, job.failure], ['failed', 'unspecified']);
    assert.match(job.failureDetail ?? '', /canceled/);
    assert.ok(job.canceledAt);
    assert.ok(job.endedAt);
    assert.equal(await readCents(db, accountId), 50);
    assert.deepEqual(await ledgerLines(db, accountId), ['credit 100', 'hold -50', 'hold -50', 'release 50']);
    assert.deepEqual([...(await queuePositions(db, [jobId, next])).keys()], [next]);
    const begun = await db.select().from(callbacks);
    assert.deepEqual(
      begun.map((callback) => [callback.jobId, callback.state]),
      [[jobId, 'pending']],
    );
  }));

test('a job that is being worked on is canceled with what was recognized, and nothing is added to it', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100 });
    const jobId = await submit(db, accountId);
    await beginWork(db, { jobId });
    assert.equal(await storePiece(db, { jobId, progress: 0.4, ...piece }), true);
    const job = await cancel(db, { accountId, jobId });
    assert.equal(await storePiece(db, { jobId, progress: 0.8, ...piece, index: 1 }), false);
    await priceJob(db, { jobId, durationSeconds: 600 }, { priceCentsPerMinute: 25 });
    assert.equal(await completeJob(db, { jobId, words: [], speakers: [], monologues: [] }), false);
    assert.equal(await beginWork(db, { jobId }), undefined);
    assert.deepEqual(await getJob(db, { accountId, jobId }), job);
    assert.deepEqual(await db.select().from(recognizedPieces).where(eq(recognizedPieces.jobId, jobId)), []);
    assert.equal(await readCents(db, accountId), 100);
  }));

test('canceling again changes nothing, and a job that ended otherwise is refused', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100 });
    const jobId = await submit(db, accountId);
    const job = await cancel(db, { accountId, jobId });
    const ledger = await ledgerLines(db, accountId);
    assert.deepEqual(await cancel(db, { accountId, jobId }), job);
    assert.deepEqual(await ledgerLines(db, accountId), ledger);
    assert.equal((await listTasks(db, 'deliver-callbacks')).length, 1);
    for (const status of ['failed', 'transcribed'] as const) {
      const ended = await makeJob(db, accountId, { status });
      await assert.rejects(cancel(db, { accountId, jobId: ended.id }), isRefusal('invalid-job-state'));
      assert.deepEqual(await getJob(db, { accountId, jobId: ended.id }), ended);
    }
  }));

test('neither another account nor a key of the other mode finds the job', () =>
  withTestTransaction(async (db) => {
    const [accountId, other] = [await makeAccount(db, { balanceCents: 100 }), await makeAccount(db)];
    const jobId = await submit(db, accountId);
    for (const reference of [
      { accountId: other, jobId },
      { accountId, jobId, mode: 'test' as const },
    ]) {
      await assert.rejects(cancel(db, reference), isRefusal('job-not-found'));
    }
    assert.equal((await getJob(db, { accountId, jobId })).status, 'in_progress');
  }));

test('a job of the sandbox is canceled, and its task leaves it as it is', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const media = { mediaUrl: 'https://media.example/a.mp3' };
    const options = { maxUploadBytes: 1000, idempotency: undefined };
    const { job } = await submitSandboxJob(db, { accountId, media }, options);
    const canceled = await cancel(db, { accountId, jobId: job.id, mode: 'test' });
    assert.equal(canceled.status, 'failed');
    await playSandboxJob(db, job.id);
    assert.deepEqual(await getJob(db, { accountId, jobId: job.id }), canceled);
  }));

test('canceling, completing, pricing and failing race: each job ends once, and a canceled one is never charged', async () => {
  const { db, sql, close } = await sharedDatabase();
  try {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    let canceled = 0;
    for (let round = 0; round < 30; round++) {
      const jobId = await submit(db, accountId);
      await beginWork(db, { jobId });
      const race: Array<() => Promise<unknown>> = [
        () => cancel(db, { accountId, jobId }).catch(expectRefusal),
        () => completeJob(db, { jobId, words: [], speakers: [], monologues: [] }),
        () => priceJob(db, { jobId, durationSeconds: 200 }, { priceCentsPerMinute: 25 }),
        () => storePiece(db, { jobId, progress: 0.5, ...piece }),
        () => cancel(db, { accountId, jobId }).catch(expectRefusal),
        () => failJob(db, { jobId, failure: 'unspecified', failureDetail: 'Lost the race.' }),
      ];
      const first = round % race.length;
      await Promise.all([...race.slice(first), ...race.slice(0, first)].map((step) => step()));
      const job = await getJob(db, { accountId, jobId });
      const kinds = await sql<Array<{ kind: string; n: number }>>`
        select kind, count(*)::int as n from ledger_entries
        where job_id = ${jobId} and kind in ('charge', 'release') group by kind order by kind::text`;
      const settled = kinds.map(({ kind, n }) => `${kind} ${n}`);
      const isTranscribed = job.status === 'transcribed';
      assert.deepEqual(settled, isTranscribed ? ['charge 1', 'release 1'] : ['release 1'], `round ${round}`);
      assert.equal(job.canceledAt !== null && isTranscribed, false);
      const [row] = await sql`select count(*)::int as n from recognised_pieces where job_id = ${jobId}`;
      assert.equal(row?.['n'], 0, `round ${round}`);
      const [begun] =
        await sql`select count(*)::int as n, max(round) as round from callbacks where job_id = ${jobId}`;
      assert.deepEqual([begun?.['n'], begun?.['round']], [1, 1], `round ${round}`);
      if (job.canceledAt !== null) canceled += 1;
    }
    assert.ok(canceled > 0, 'some cancellation won');
    await assertLedgerAddsUp(sql);
  } finally {
    await close();
  }
});

function expectRefusal(error: unknown): 'refused' {
  if (error instanceof Refusal) return 'refused';
  throw error;
}
