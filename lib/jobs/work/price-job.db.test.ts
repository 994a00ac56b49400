import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAccount } from '#e2e/support/make-account';
import { makeJob } from '#e2e/support/make-job';
import { randomCases } from '#e2e/support/random-cases';
import { readCents, readLedger } from '#e2e/support/read-rows';
import { readSeed } from '#e2e/support/seed';
import { randomFrom } from '#e2e/support/transcript/random-speech';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { settle } from '#lib/billing/holds/hold';
import type { Db } from '#lib/db/connect';
import { failJob } from '#lib/endings/fail-job';
import { getJob } from '#lib/jobs/read/get-job';
import { priceJob } from '#lib/jobs/work/price-job';
import { submitJob } from '#lib/jobs/submit/submit-job';

const price = { priceCentsPerMinute: 25 };

async function submit(db: Db, balanceCents: number): Promise<{ accountId: string; jobId: string }> {
  const accountId = await makeAccount(db, { balanceCents });
  const media = { mediaUrl: 'https://a.example/talk.mp3' };
  const { job } = await submitJob(db, { accountId, media }, price);
  return { accountId, jobId: job.id };
}

test('what is held is brought to the price of the measured length, more or less, as often as it is measured', () =>
  withTestTransaction(async (db) => {
    const { accountId, jobId } = await submit(db, 10_00);
    for (const [durationSeconds, cents] of [
      [121, 75],
      [121, 75],
      [3, 25],
    ] as const) {
      await priceJob(db, { jobId, durationSeconds }, price);
      const job = await getJob(db, { accountId, jobId });
      assert.deepEqual([job.durationSeconds, job.priceCents], [durationSeconds, cents]);
      assert.equal(await readCents(db, accountId), 10_00 - cents);
    }
  }));

test('a length that the balance does not pay is refused, and nothing has changed', () =>
  withTestTransaction(async (db) => {
    const { accountId, jobId } = await submit(db, 49);
    await assert.rejects(priceJob(db, { jobId, durationSeconds: 61 }, price), {
      reason: { kind: 'out-of-credit', balanceCents: 24 },
    });
    const job = await getJob(db, { accountId, jobId });
    assert.deepEqual([job.durationSeconds, job.priceCents], [null, 25]);
    assert.deepEqual(await readLedger(db, accountId), [
      ['credit', 49],
      ['hold', -25],
    ]);
  }));

test('a job that has ended is left as it is', () =>
  withTestTransaction(async (db) => {
    const { accountId, jobId } = await submit(db, 10_00);
    await failJob(db, { jobId, failure: 'unspecified', failureDetail: '' });
    await priceJob(db, { jobId, durationSeconds: 600 }, price);
    assert.equal(await readCents(db, accountId), 10_00);
    await priceJob(
      db,
      { jobId: (await makeJob(db, accountId, { words: 'x' })).id, durationSeconds: 60 },
      price,
    );
    assert.equal(await readCents(db, accountId), 10_00);
  }));

test('of 1,000 recordings none costs more than what was decoded of it, or than what was held', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 1_000_000_00 });
    const priceOf = (seconds: number) => Math.max(1, Math.ceil(seconds / 60)) * 25;
    const random = randomFrom(readSeed('LONGHAND_TEST_PRICES_SEED'));
    for (let run = 0; run < randomCases(1000); run += 1) {
      const decodedSeconds = 0.1 + random() * 400;
      // What a container claims: about right, far too much, or far too little.
      const claims = [decodedSeconds + random() - 0.5, decodedSeconds * 100, decodedSeconds / 10];
      const claimed = Math.max(0.1, claims[Math.floor(random() * claims.length)] ?? 0);
      const lostSeconds = random() < 0.3 ? random() * decodedSeconds : 0;
      const media = { key: `media ${run}`, bytes: 1, fileName: 'a.wav', durationSeconds: claimed };
      const { job } = await submitJob(db, { accountId, media }, price);
      const before = (await readCents(db, accountId)) ?? assert.fail();
      const decoded = { jobId: job.id, durationSeconds: decodedSeconds, decoded: { lostSeconds } };
      for (let again = 0; again < 2; again += 1) await priceJob(db, decoded, price);
      const heldCents = (await getJob(db, { accountId, jobId: job.id })).priceCents;
      assert.ok(heldCents <= priceOf(decodedSeconds - lostSeconds), JSON.stringify({ claimed, decoded }));
      await settle(db, { accountId, jobId: job.id });
      assert.equal(await readCents(db, accountId), (before ?? 0) + priceOf(claimed) - heldCents);
    }
  }));

test('a minute that begins only because a recording was measured a little too short is free', () =>
  withTestTransaction(async (db) => {
    const { accountId, jobId } = await submit(db, 10_00);
    await priceJob(db, { jobId, durationSeconds: 59.9 }, price);
    await priceJob(db, { jobId, durationSeconds: 60.4, decoded: { lostSeconds: 0 } }, price);
    const job = await getJob(db, { accountId, jobId });
    assert.deepEqual([job.durationSeconds, job.priceCents], [60.4, 25]);
  }));
