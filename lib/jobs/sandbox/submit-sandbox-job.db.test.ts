import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAccount } from '#e2e/support/make-account';
import { readLedger, listTasks } from '#e2e/support/read-rows';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import type { Db } from '#lib/db/connect';
import { submitSandboxJob } from '#lib/jobs/sandbox/submit-sandbox-job';
import type { RecognitionOptions } from '#lib/recognition/options/options';

function submit(db: Db, accountId: string, fileName: string, metadata?: string) {
  const media = { key: 'uploaded', bytes: 1, fileName, durationSeconds: 3600 };
  const options = { maxUploadBytes: 1000, idempotency: undefined };
  return submitSandboxJob(db, { accountId, media, metadata }, options);
}

test('a job of the sandbox costs nothing, keeps no media, and is ended by a task of its own', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 0 });
    const { job } = await submit(db, accountId, 'a.wav', 'order 1');
    const { mode, status, priceCents, mediaKey, durationSeconds, metadata } = job;
    assert.deepEqual(
      { mode, status, priceCents, mediaKey, durationSeconds, metadata },
      {
        mode: 'test',
        status: 'in_progress',
        priceCents: 0,
        mediaKey: null,
        durationSeconds: 10,
        metadata: 'order 1',
      },
    );
    assert.deepEqual(await readLedger(db, accountId), []);
    const tasks = await listTasks(db, 'play-sandbox-job');
    assert.deepEqual(
      tasks.map(({ payload }) => payload),
      [{ jobId: job.id }],
    );
    assert.deepEqual(await listTasks(db, 'transcribe-job'), []);
  }));

test('a job with a delay is ended that much later', (t) =>
  withTestTransaction(async (db) => {
    t.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2030, 0, 1) });
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    for (const name of ['a.wav', 'delay:0s.wav', 'delay:600s.wav']) await submit(db, accountId, name);
    const tasks = await listTasks(db, 'play-sandbox-job');
    assert.deepEqual(
      tasks.map(({ runAt }) => (runAt.getTime() - Date.UTC(2030, 0, 1)) / 1000),
      [2, 0, 600],
    );
  }));

test('a script refuses a submission as the service would, and nothing comes of it', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 12_34 });
    const refusals = [
      ['out-of-credit', { balanceCents: 12_34 }],
      ['too-many-requests', { retryAfterSeconds: 1 }],
      ['payload-too-large', { maxBytes: 1000 }],
    ] as const;
    for (const [kind, facts] of refusals) {
      await assert.rejects(submit(db, accountId, `${kind}.wav`), { reason: { kind, ...facts } });
      await assert.rejects(submit(db, accountId, 'a.wav', kind), { reason: { kind, ...facts } });
    }
    assert.deepEqual(await listTasks(db, 'play-sandbox-job'), []);
  }));

test('choices of recognition are stored and refused as for a live job', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db);
    const submitWith = (recognition: RecognitionOptions) => {
      const media = { mediaUrl: 'https://a.example/talk.mp3' };
      const options = { maxUploadBytes: 1000, idempotency: undefined };
      return submitSandboxJob(db, { accountId, media, recognition }, options);
    };
    const { job } = await submitWith({ language: 'en', engine: 'pocketsphinx' });
    assert.deepEqual(job.recognitionOptions, { language: 'en', engine: 'pocketsphinx' });
    await assert.rejects(submitWith({ engine: 'no such engine' }), /options\.engine/);
    assert.equal((await listTasks(db, 'play-sandbox-job')).length, 1);
  }));

test('a script that can’t be done is refused with all its faults', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    await assert.rejects(submit(db, accountId, 'a.wav', 'fail:nonsense delay:601s'), (error) => {
      const { reason } = error as { reason: { kind: string; parameters: Record<string, string[]> } };
      assert.equal(reason.kind, 'invalid-parameters');
      assert.equal(reason.parameters['options.metadata']?.length, 2);
      return true;
    });
  }));
