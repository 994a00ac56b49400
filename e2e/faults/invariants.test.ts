import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { mkdir, mkdtemp, rename, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, beforeEach, test } from 'node:test';
import { checkInvariants } from '#e2e/support/faults/check-invariants';
import type { Kept } from '#e2e/support/faults/find-violations';
import { makeAccount } from '#e2e/support/make-account';
import { makeCallback } from '#e2e/support/make-callback';
import { makeJob } from '#e2e/support/make-job';
import { memoryStorage } from '#e2e/support/memory-storage';
import { testDatabase } from '#e2e/support/test-database';
import { hold } from '#lib/billing/holds/hold';
import type { Connection } from '#lib/db/connect';

/* Each test breaks an invariant by hand; the check must name what is broken, and nothing else. */

let database: Connection;
let kept: Kept & { dataDir: string };
let accountId: string;

before(async () => {
  database = await testDatabase();
});
after(() => database?.close());
beforeEach(async (t) => {
  await database.sql`delete from accounts`;
  await database.sql`delete from deleted_jobs`;
  await database.sql`delete from graphile_worker._private_jobs`;
  const dataDir = await mkdtemp(path.join(tmpdir(), 'longhand-data-'));
  if ('after' in t) t.after(() => rm(dataDir, { recursive: true, force: true }));
  kept = { sql: database.sql, storage: memoryStorage(), dataDir };
  accountId = await makeAccount(database.db, { balanceCents: 10_00 });
});

const store = async (): Promise<string> =>
  (await kept.storage.save(Readable.from([Buffer.from('sound')]), { maxBytes: 100 })).key;

/** Makes a transcribed job with its recording. */
async function makeTranscribed(): Promise<string> {
  return (await makeJob(database.db, accountId, { words: 'one two', mediaKey: await store() })).id;
}

async function finds(pattern: RegExp): Promise<void> {
  await assert.rejects(checkInvariants(kept), (error: Error) => {
    const [first, ...violations] = error.message.split('\n');
    assert.equal(first, '1 broken invariants:', error.message);
    assert.match(violations.join('\n'), pattern);
    return true;
  });
}

test('of a service in order it finds nothing', async () => {
  const id = await makeTranscribed();
  const { id: deleted } = await makeJob(database.db, accountId, {
    status: 'failed',
    mediaKey: await store(),
  });
  await database.sql`
    insert into deleted_jobs (id, account_id, created_at) values ('gone', ${accountId}, now())`;
  await checkInvariants({ ...kept, acknowledged: [id, deleted, 'gone'] });
});

test('an acknowledged job that is gone, and one that has not ended', async () => {
  const { id } = await makeJob(database.db, accountId, { mediaKey: await store() });
  await database.sql`
    select graphile_worker.add_job('transcribe-job', job_key => ${`transcribe ${id}`})`;
  await checkInvariants(kept);
  kept.acknowledged = [id];
  await finds(new RegExp(`^job ${id} was acknowledged and has not ended$`));
  await database.sql`delete from jobs`;
  await database.sql`delete from graphile_worker._private_jobs`;
  await kept.storage.remove((await firstKey()) ?? '');
  await finds(new RegExp(`^job ${id} was acknowledged and is gone$`));
});

async function firstKey(): Promise<string | undefined> {
  for await (const { key } of kept.storage.listOlderThan(new Date('2999-01-01'))) return key;
  return undefined;
}

test('a job that no client was told of', async () => {
  const id = await makeTranscribed();
  kept.acknowledged = [];
  await finds(new RegExp(`^job ${id} was never acknowledged$`));
});

test('a job in progress without a task, and a task without a job', async () => {
  await makeJob(database.db, accountId, { mediaKey: await store() });
  await finds(/is in progress, and no task works on it$/);
  await database.sql`update jobs set status = 'failed', failure = 'unspecified'`;
  await database.sql`select graphile_worker.add_job('transcribe-job', job_key => 'transcribe nothing')`;
  await finds(/^the task transcribe-job “transcribe nothing” has no job in progress$/);
});

test('a balance that is not the sum of its ledger', async () => {
  await database.sql`update accounts set balance_cents = balance_cents + 1`;
  await finds(/has a balance of 1001 cents, and its ledger sums to 1000$/);
});

test('a hold that outlives its job, a charge that is missing, and one too many', async () => {
  const id = await makeTranscribed();
  await database.db.transaction((tx) => hold(tx, { accountId, jobId: id, amountCents: 25 }));
  await finds(/\(transcribed, 0 cents\) holds 25 cents and was charged 0$/);
  await database.sql`update jobs set price_cents = 25`;
  await database.sql`update ledger_entries set kind = 'charge' where kind = 'hold'`;
  await checkInvariants(kept);
  await database.sql`update jobs set price_cents = 50`;
  await finds(/\(transcribed, 50 cents\) holds 0 cents and was charged 25$/);
  await database.sql`delete from machine_transcripts`;
  await database.sql`update jobs set status = 'failed', failure = 'unspecified'`;
  await finds(/\(failed, 50 cents\) holds 0 cents and was charged 25$/);
});

test('a job whose recording is missing, and a file that no job has', async () => {
  const id = await makeTranscribed();
  await kept.storage.remove((await firstKey()) ?? '');
  await finds(new RegExp(`^the recording of job ${id} is not in storage$`));
  await database.sql`update jobs set media_key = null, media_url = 'https://a.example/talk.mp3'`;
  const key = await store();
  await finds(new RegExp(`^no job has the file ${key} of the storage$`));
});

test('a scratch folder that was left, and a download', async () => {
  await mkdir(path.join(kept.dataDir, 'scratch', 'left'), { recursive: true });
  await finds(/^nothing works in the scratch folder left$/);
  await rename(path.join(kept.dataDir, 'scratch'), path.join(kept.dataDir, 'downloads'));
  await finds(/^nothing reads the download left$/);
});

test('an upload that is old, and one of no account', async () => {
  const file = path.join(kept.dataDir, 'uploads', accountId, 'half');
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, 'half of the sound');
  await checkInvariants(kept);
  await utimes(file, new Date(0), new Date(0));
  await finds(/^nothing has come of the upload half for a day$/);
  await utimes(file, new Date(), new Date());
  await database.sql`delete from accounts`;
  await finds(/^no account has the upload half$/);
});

test('recognized pieces of a job that has ended', async () => {
  const id = await makeTranscribed();
  await database.sql`
    insert into recognised_pieces (job_id, index, start_ms, end_ms, words) values (${id}, 0, 0, 100, '[]')`;
  await finds(/has ended and still has 1 recognized pieces$/);
});

test('a removal that fails', async () => {
  await database.sql`select graphile_worker.add_job('remove-media')`;
  await checkInvariants(kept);
  await database.sql`update graphile_worker._private_jobs set last_error = 'no such disk'`;
  await finds(/^a task remove-media fails: no such disk$/);
});

test('a transcribed job without a transcript, and a failed one that has one', async () => {
  await makeTranscribed();
  await database.sql`update jobs set status = 'failed', failure = 'unspecified'`;
  await finds(/is failed and has 1 machine transcripts$/);
  await database.sql`update jobs set status = 'transcribed', failure = null`;
  await database.sql`delete from machine_transcripts`;
  await finds(/is transcribed and has 0 machine transcripts$/);
});

test('a callback that is missing, due, forgotten, or ended for no reason', async () => {
  const { jobId, callback } = await makeCallback(database.db, { accountId });
  await database.sql`update jobs set media_key = null, media_url = 'https://a.example/talk.mp3'`;
  await finds(new RegExp(`^the callback of job ${jobId} is due and still pending$`));
  await database.sql`update callbacks set next_try_at = now() + interval '1 hour'`;
  await checkInvariants(kept);
  await database.sql`delete from graphile_worker._private_jobs`;
  await finds(/waits for its time, and no task will deliver it$/);
  await database.sql`update callbacks set state = 'delivered'`;
  await finds(/is noted as delivered, and no attempt was answered with 2xx$/);
  await database.sql`
    insert into callback_tries (callback_id, started_at, duration_ms, status, reason, answer)
    values (${callback.id}, now(), 1, 204, '', '')`;
  await checkInvariants(kept);
  kept.hasArrived = () => false;
  await finds(/is noted as delivered, and never arrived$/);
  kept.hasArrived = (id) => id === jobId;
  await checkInvariants(kept);
  await database.sql`update callbacks set state = 'given_up'`;
  await finds(/was given up, and nothing says why$/);
  await database.sql`delete from callbacks`;
  await finds(new RegExp(`^job ${jobId} has ended and has no callback$`));
});
