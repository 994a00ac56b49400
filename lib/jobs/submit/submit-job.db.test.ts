import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql, type SQL } from 'drizzle-orm';
import { workerEngines } from '#drizzle/schema/worker-engines';
import { makeAccount } from '#e2e/support/make-account';
import { makeJob } from '#e2e/support/make-job';
import { readCents, readLedger, listTasks } from '#e2e/support/read-rows';
import { sharedDatabase } from '#e2e/support/shared-database';
import { testDatabase } from '#e2e/support/test-database';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { getJob } from '#lib/jobs/read/get-job';
import { submitJob } from '#lib/jobs/submit/submit-job';
import { transcriptionKey } from '#lib/queue/queue-positions';
import { pocketsphinxDescription } from '#lib/recognition/engines/pocketsphinx/pocketsphinx';
import { Refusal } from '#lib/refusal';
import { findOutage } from '#lib/outage';
import { env } from '#lib/settings/env';

const price = { priceCentsPerMinute: 25 };

function media(durationSeconds?: number) {
  return { key: 'stored', bytes: 1000, fileName: '../talks/talk.wav', durationSeconds };
}

test('a submission holds the price of its length and is handed to the worker, with all that was asked', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 1_00 });
    const asked = { callbackUrl: 'https://a.example/done', metadata: ' Ω ' };
    const submission = { accountId, media: media(61), ...asked };
    const { job, repeated } = await submitJob(db, submission, price);
    assert.equal(repeated, false);
    assert.deepEqual(await getJob(db, { accountId, jobId: job.id }), job);
    const { status, name, mediaKey, mediaBytes, durationSeconds, priceCents, callbackUrl, metadata } = job;
    assert.deepEqual(
      { status, name, mediaKey, mediaBytes, durationSeconds, priceCents, callbackUrl, metadata },
      {
        status: 'in_progress',
        name: 'talk.wav',
        mediaKey: 'stored',
        mediaBytes: 1000,
        durationSeconds: 61,
        priceCents: 50,
        ...asked,
      },
    );
    assert.deepEqual(await readLedger(db, accountId), [
      ['credit', 100],
      ['hold', -50],
    ]);
    assert.equal(await readCents(db, accountId), 50);
    const tasks = await listTasks(db, 'transcribe-job');
    assert.deepEqual(
      tasks.map(({ payload, priority }) => [payload, priority]),
      [[{ jobId: job.id }, 0]],
    );
  }));

test('recognition options are stored with the job, and nothing if there were none', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const { job: plain } = await submitJob(db, { accountId, media: media(1) }, price);
    assert.equal(plain.recognitionOptions, null);
    const recognition = { language: 'en-GB', speakers: 'off' as const, engine: 'pocketsphinx' };
    const { job } = await submitJob(db, { accountId, media: media(1), recognition }, price);
    assert.deepEqual((await getJob(db, { accountId, jobId: job.id })).recognitionOptions, recognition);
  }));

test('a web server asks for the engines of its workers by the transaction of the submission, not by another connection', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 25 });
    // Nobody else sees it.
    await db
      .insert(workerEngines)
      .values({ worker: 'a', engines: [pocketsphinxDescription], speakerModels: false });
    const settings: { role: string } = env();
    const { role } = settings;
    settings.role = 'web';
    try {
      const recognition = { engine: 'pocketsphinx' };
      const { job } = await submitJob(db, { accountId, media: media(1), recognition }, price);
      assert.equal(job.status, 'in_progress');
    } finally {
      settings.role = role;
    }
  }));

test('what no installed engine can do is refused by name, and nothing is held or enqueued', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 25 });
    const recognition = { engine: 'no such engine' };
    await assert.rejects(submitJob(db, { accountId, media: media(1), recognition }, price), (error) => {
      assert.ok(error instanceof Refusal && error.reason.kind === 'invalid-parameters');
      assert.deepEqual(Object.keys(error.reason.parameters), ['options.engine']);
      return true;
    });
    assert.equal(await readCents(db, accountId), 25);
    assert.deepEqual(await listTasks(db, 'transcribe-job'), []);
  }));

test('while the length is unknown the price of one minute is held, and an address is stored to be fetched', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const { job: unread } = await submitJob(db, { accountId, media: media() }, price);
    assert.deepEqual([unread.priceCents, unread.durationSeconds], [25, null]);
    const mediaUrl = 'https://a.example/x/my%20talk.mp3';
    const { job } = await submitJob(db, { accountId, media: { mediaUrl } }, price);
    assert.deepEqual(
      [job.priceCents, job.name, job.mediaUrl, job.mediaKey],
      [25, 'my talk.mp3', mediaUrl, null],
    );
    assert.equal(await readCents(db, accountId), 99_50);
  }));

test('a submission that the balance does not pay is refused and leaves nothing', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 24 });
    await assert.rejects(submitJob(db, { accountId, media: media(1) }, price), {
      reason: { kind: 'out-of-credit', balanceCents: 24 },
    });
    assert.deepEqual(await readLedger(db, accountId), [['credit', 24]]);
    assert.equal(await readCents(db, accountId), 24);
    assert.deepEqual(await listTasks(db, 'transcribe-job'), []);
  }));

test('where transcribing is free a job needs no balance and no entry in the ledger', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 0 });
    const { job } = await submitJob(db, { accountId, media: media(3600) }, { priceCentsPerMinute: 0 });
    assert.equal(job.priceCents, 0);
    assert.deepEqual(await readLedger(db, accountId), []);
  }));

test('the more unfinished live jobs an account has, the later its next one comes', () =>
  withTestTransaction(async (db) => {
    const busy = await makeAccount(db, { balanceCents: 100_00 });
    await makeJob(db, busy);
    await makeJob(db, busy);
    await makeJob(db, busy, { status: 'failed' });
    await makeJob(db, busy, { mode: 'test' });
    const idle = await makeAccount(db, { balanceCents: 100_00 });
    await submitJob(db, { accountId: busy, media: media(1) }, price);
    await submitJob(db, { accountId: idle, media: media(1) }, price);
    const tasks = await listTasks(db, 'transcribe-job');
    assert.deepEqual(
      tasks.map(({ priority }) => priority),
      [2, 0],
    );
  }));

test('behind a thousand unfinished jobs the next one comes behind the newest that waits', () =>
  withTestTransaction(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    await db.execute(sql`
      insert into jobs (id, account_id, status, name, media_url, price_cents, created_at)
      select 'old' || n, ${accountId}, 'in_progress', 'a.wav', 'https://a.example/a.wav', 0, now() - interval '1 hour'
      from generate_series(1, 1100) as n`);
    const submit = async () => {
      const { job } = await submitJob(db, { accountId, media: media(1) }, price);
      // All that is in one transaction is of one time.
      await db.execute(sql`update jobs set created_at = clock_timestamp() where id = ${job.id}`);
      const task = sql`graphile_worker._private_jobs where key = ${transcriptionKey(job.id)}`;
      const [row] = await db.execute<{ id: string; priority: number }>(sql`select id, priority from ${task}`);
      assert.ok(row);
      return row;
    };
    const change = ({ id }: { id: string }, to: SQL) =>
      db.execute(sql`update graphile_worker._private_jobs set ${to} where id = ${id}`);
    const first = await submit();
    assert.equal(first.priority, 1000, 'none of the others waits');
    await change(first, sql`priority = 4711`);
    const second = await submit();
    assert.equal(second.priority, 4712);
    await change(second, sql`priority = 32767`);
    const third = await submit();
    assert.equal(third.priority, 32_767, 'there is none behind it');
    await change(third, sql`locked_at = now()`);
    assert.equal((await submit()).priority, 1000, 'the newest has begun');
  }));

test('where the database has no room for a part of a submission, that is what the submission fails with', async () => {
  const { db, close } = await testDatabase();
  try {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    // So that all parts are sent before the first one fails.
    for (let n = 0; n < 8; n += 1) await submitJob(db, { accountId, media: media(1) }, price);
    await db.execute(sql`
      create function fill() returns trigger language plpgsql as
      $$begin raise exception 'could not extend file' using errcode = 'disk_full'; end$$`);
    for (const table of ['graphile_worker._private_jobs', 'jobs', 'ledger_entries']) {
      await db.execute(sql`
        create trigger fill before insert on ${sql.raw(table)} for each statement execute function fill()`);
      for (let n = 0; n < 8; n += 1) {
        await assert.rejects(
          submitJob(db, { accountId, media: media(1) }, price),
          (error) => findOutage(error)?.reason.kind === 'storage-full',
          table,
        );
      }
      await db.execute(sql`drop trigger fill on ${sql.raw(table)}`);
    }
    assert.equal(await readCents(db, accountId), 98_00);
    assert.equal((await listTasks(db, 'transcribe-job')).length, 8);
  } finally {
    await close();
  }
});

test('of a hundred submissions at once exactly those that the balance pays are accepted', async () => {
  const { db, close } = await sharedDatabase();
  try {
    const accountId = await makeAccount(db, { balanceCents: 37 * 25 });
    const answers = await Promise.allSettled(
      Array.from({ length: 100 }, () => submitJob(db, { accountId, media: media(1) }, price)),
    );
    const refused = answers.flatMap((answer) =>
      answer.status === 'rejected' ? [answer.reason as unknown] : [],
    );
    assert.equal(refused.length, 63);
    for (const error of refused) {
      assert.ok(error instanceof Refusal && error.reason.kind === 'out-of-credit', String(error));
    }
    assert.equal(await readCents(db, accountId), 0);
    assert.equal((await listTasks(db, 'transcribe-job')).length, 37);
    const ledger = await readLedger(db, accountId);
    assert.equal(ledger.length, 38);
    assert.equal(
      ledger.reduce((sum, [, cents]) => sum + cents, 0),
      0,
      'the balance is the sum of the ledger',
    );
  } finally {
    await close();
  }
});
