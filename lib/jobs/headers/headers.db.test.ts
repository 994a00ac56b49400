import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'drizzle-orm';
import { requestHeaders } from '#drizzle/schema/request-headers';
import { makeAccount } from '#e2e/support/make-account';
import { answered, makeCallback } from '#e2e/support/make-callback';
import { makeJob } from '#e2e/support/make-job';
import { withSettings } from '#e2e/support/with-settings';
import { withTestTransaction } from '#e2e/support/with-test-transaction';
import { deliverCallbacks } from '#lib/callbacks/deliver-callbacks';
import { recordAttempt } from '#lib/callbacks/record-attempt';
import type { Db, Tx } from '#lib/db/connect';
import { cancelJob } from '#lib/endings/cancel-job';
import { deleteJob } from '#lib/jobs/delete-job';
import { forgetUnusedHeaders, readHeaders, storeHeaders } from '#lib/jobs/headers/headers';
import { submitSandboxJob } from '#lib/jobs/sandbox/submit-sandbox-job';
import { submitJob } from '#lib/jobs/submit/submit-job';
import type { Submission } from '#lib/jobs/submit/submission';
import { storeMedia } from '#lib/jobs/work/store-media';

/* The headers of a job's requests: what is stored of them, and until when. */

const secret = 'ab'.repeat(32);
const withDatabase = (body: (db: Tx) => Promise<void>) =>
  withSettings({ secret }, () => withTestTransaction(body));

const headers = { authorization: 'Bearer hush-hush', cookie: 'a=b' };
const callbackUrl = 'http://10.0.0.1/hook';
const asked = { mediaHeaders: headers, callbackHeaders: { 'x-key': 'hush-hush' }, callbackUrl };

async function listKept(db: Db): Promise<string[]> {
  return (await db.select().from(requestHeaders)).map(({ kind }) => kind).toSorted();
}

async function submit(db: Db, submission: Partial<Submission> = {}) {
  const accountId = await makeAccount(db, { balanceCents: 100_00 });
  const media = { mediaUrl: 'https://media.example/talk.mp3' };
  return (await submitJob(db, { accountId, media, ...asked, ...submission }, { priceCentsPerMinute: 25 }))
    .job;
}

test('headers are kept sealed, each kind for its own requests, and open under the installation’s secret only', () =>
  withDatabase(async (db) => {
    const { id: jobId } = await submit(db);
    assert.deepEqual(await readHeaders(db, { jobId, kind: 'media' }, secret), headers);
    assert.deepEqual(await readHeaders(db, { jobId, kind: 'callback' }, secret), asked.callbackHeaders);
    const rows = await db.execute(sql`select row_to_json(request_headers)::text as row from request_headers`);
    assert.equal(rows.length, 2);
    assert.ok(!JSON.stringify(rows).includes('hush'));
    assert.deepEqual(await readHeaders(db, { jobId, kind: 'media' }, '00'.repeat(32)), {});
    await db.execute(sql`delete from request_headers where kind = 'media'`);
    await db.execute(sql`update request_headers set kind = 'media'`);
    assert.deepEqual(await readHeaders(db, { jobId, kind: 'media' }, secret), {});
  }));

test('nothing is kept for requests that are never made', () =>
  withDatabase(async (db) => {
    const media = { key: 'stored', bytes: 1, fileName: 'a.wav', durationSeconds: 1 };
    await submit(db, { media, callbackUrl: undefined });
    await submit(db, { mediaHeaders: {}, callbackHeaders: {} });
    const accountId = await makeAccount(db, { balanceCents: 0 });
    const mediaUrl = 'https://media.example/talk.mp3';
    assert.deepEqual(await listKept(db), []);
    const inSandbox = { accountId, media: { mediaUrl }, ...asked };
    await submitSandboxJob(db, inSandbox, { maxUploadBytes: 1, idempotency: undefined });
    assert.deepEqual(await listKept(db), ['callback']);
  }));

test('those for the media are gone when it was fetched or its job has failed', () =>
  withDatabase(async (db) => {
    const fetched = await submit(db);
    await storeMedia(db, { jobId: fetched.id, mediaKey: 'key', mediaBytes: 1, name: 'talk.mp3' });
    assert.deepEqual(await listKept(db), ['callback']);
    const canceled = await submit(db);
    await cancelJob(db, { accountId: canceled.accountId, jobId: canceled.id });
    assert.deepEqual(await listKept(db), ['callback', 'callback']);
  }));

test('those for a callback stay for further tries, and are gone when it is delivered or given up', () =>
  withDatabase(async (db) => {
    const ends = { 200: [], 410: [], 500: ['callback'] };
    for (const [status, kept] of Object.entries(ends)) {
      const made = await makeCallback(db);
      await storeHeaders(db, made.jobId, { callback: headers });
      await recordAttempt(db, { ...made, attempt: answered(Number(status)) });
      assert.deepEqual(await listKept(db), kept, status);
      await deleteJob(db, made);
      assert.deepEqual(await listKept(db), []);
    }
  }));

test('those for a callback whose host was away for a day are gone', () =>
  withDatabase(async (db) => {
    const { jobId, accountId, queue } = await makeCallback(db, { url: callbackUrl });
    await storeHeaders(db, jobId, { callback: headers });
    await db.execute(sql`update callbacks set begun_at = now() - interval '2 days'`);
    await db.execute(sql`insert into callback_hosts (account_id, origin, failures_in_a_row, failed_at, paused_until)
      values (${accountId}, ${queue.origin}, 4, now(), now() + interval '1 hour')`);
    const options = { present: () => ({}), secret, signal: new AbortController().signal };
    await deliverCallbacks(db, queue, options);
    assert.deepEqual(await listKept(db), []);
  }));

test('the sweep removes what no request needs any more, and nothing else', () =>
  withDatabase(async (db) => {
    const accountId = await makeAccount(db, { balanceCents: 100_00 });
    const mediaUrl = 'https://media.example/talk.mp3';
    const both = { media: headers, callback: headers };
    const { id: waiting } = await makeJob(db, accountId, { mediaUrl });
    const { id: fetched } = await makeJob(db, accountId, { mediaUrl, mediaKey: 'key' });
    const { id: ended } = await makeJob(db, accountId, { mediaUrl, status: 'failed' });
    const { jobId: calling } = await makeCallback(db, { accountId });
    for (const jobId of [waiting, fetched, ended, calling]) await storeHeaders(db, jobId, both);
    await forgetUnusedHeaders(db);
    const left = (await db.select().from(requestHeaders)).map(({ jobId, kind }) => `${jobId} ${kind}`);
    const needed = [`${waiting} media`, `${waiting} callback`, `${fetched} callback`, `${calling} callback`];
    assert.deepEqual(left.toSorted(), needed.toSorted());
  }));
