import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { makeAccount } from '#e2e/support/make-account';
import { makeJob } from '#e2e/support/make-job';
import { parseMetrics, sumSamples } from '#e2e/support/read-metrics';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { beginWork, stepBack } from '#lib/jobs/work/begin-work';
import { getJob } from '#lib/jobs/read/get-job';
import { metrics } from '#lib/metrics/metrics';
import { storePiece, readPieces } from '#lib/jobs/work/recognized-pieces';
import { storeMedia } from '#lib/jobs/work/store-media';

/* What the worker notes of a job on the way to its transcript. */

const words = [{ text: 'one', startMs: 10, endMs: 20, confidence: 1 }];

test('each beginning is counted until the work gets further, and it began at the first', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const { id: jobId } = await makeJob(db, accountId);
    const first = await beginWork(db, { jobId });
    assert.equal(first?.startsWithoutProgress, 1);
    assert.ok(first.startedAt);
    const second = await beginWork(db, { jobId });
    assert.deepEqual([second?.startsWithoutProgress, second?.startedAt], [2, first.startedAt]);
    await storePiece(db, { jobId, progress: 0.5, index: 0, startMs: 0, endMs: 100, words });
    assert.equal((await getJob(db, { accountId, jobId })).startsWithoutProgress, 0);
    assert.equal((await beginWork(db, { jobId }))?.startsWithoutProgress, 1);
  }));

test('how long a job waited is noted when work first begins, and not in the sandbox', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const read = async () => {
      const samples = parseMetrics(await metrics().registry.metrics());
      return ['count', 'sum'].map((what) => sumSamples(samples, `longhand_job_wait_seconds_${what}`) ?? 0);
    };
    const [count = 0, sum = 0] = await read();
    const [moment] = await db.execute<{ now: string }>(sql`select now()`);
    const createdAt = new Date(Date.parse(moment?.now ?? '') - 90_000);
    const { id: jobId } = await makeJob(db, accountId, { createdAt });
    await beginWork(db, { jobId });
    const sandboxed = await makeJob(db, accountId, { createdAt, mode: 'test' });
    await beginWork(db, { jobId: sandboxed.id });
    const again = await makeJob(db, accountId, { createdAt, startedAt: createdAt });
    await beginWork(db, { jobId: again.id });
    const [countAfter = 0, sumAfter = 0] = await read();
    assert.deepEqual([countAfter - count, Math.round(sumAfter - sum)], [1, 90]);
  }));

test('a beginning that a restart cut off does not count, and the count never falls below none', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const { id: jobId } = await makeJob(db, accountId);
    await beginWork(db, { jobId });
    for (const _ of [1, 2]) {
      await stepBack(db, { jobId });
      assert.equal((await getJob(db, { accountId, jobId })).startsWithoutProgress, 0);
    }
  }));

test('work begins on no job that has ended or is gone', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    for (const status of ['failed', 'transcribed'] as const) {
      const job = await makeJob(db, accountId, { status });
      assert.equal(await beginWork(db, { jobId: job.id }), undefined);
      assert.deepEqual(await getJob(db, { accountId, jobId: job.id }), job);
    }
    assert.equal(await beginWork(db, { jobId: 'gone' }), undefined);
  }));

test('pieces are read in their order, one stored already stays as it is, and progress is stored with them', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const { id: jobId } = await makeJob(db, accountId);
    await makeJob(db, accountId);
    const piece = (index: number) => ({
      ...{ index, channel: 0, language: null, timing: null, score: null },
      ...{ startMs: index * 100, endMs: index * 100 + 100, words },
    });
    await storePiece(db, { jobId, progress: 0.5, ...piece(1) });
    await storePiece(db, { jobId, progress: 0.75, ...piece(0) });
    await storePiece(db, { jobId, progress: 0.8, ...piece(1), words: [] });
    assert.deepEqual(await readPieces(db, { jobId }), [piece(0), piece(1)]);
    assert.equal(Math.round((await getJob(db, { accountId, jobId })).progress * 100), 80);
    assert.deepEqual(await readPieces(db, { jobId: 'gone' }), []);
  }));

test('a piece that comes after the job’s end moves nothing', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const job = await makeJob(db, accountId, { status: 'failed', startsWithoutProgress: 3 });
    await storePiece(db, { jobId: job.id, progress: 0.5, index: 0, startMs: 0, endMs: 1, words });
    assert.deepEqual(await getJob(db, { accountId, jobId: job.id }), job);
  }));

test('of a fetched job’s media the first place that is noted stays, and its name', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const { id: jobId } = await makeJob(db, accountId, { mediaUrl: 'https://a.example/?id=7' });
    await storeMedia(db, { jobId, mediaKey: 'first', mediaBytes: 1, name: 'talk.mp3' });
    await storeMedia(db, { jobId, mediaKey: 'second', mediaBytes: 2, name: 'other.mp3' });
    const { mediaKey, mediaBytes, name } = await getJob(db, { accountId, jobId });
    assert.deepEqual({ mediaKey, mediaBytes, name }, { mediaKey: 'first', mediaBytes: 1, name: 'talk.mp3' });
  }));
