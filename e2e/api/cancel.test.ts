import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { connect } from '#lib/db/connect';
import { startReceiver, type Receiver } from '#e2e/support/callbacks/receiver';
import { makeClient, type Client, type JobView } from '#e2e/support/client';
import { makeJob } from '#e2e/support/make-job';
import { makeSandboxKey } from '#e2e/support/make-sandbox-key';
import { makeRecording } from '#e2e/support/speech';
import { useLonghand, type SharedLonghand } from '#e2e/support/start-longhand';
import { waitFor } from '#e2e/support/wait';

/* Canceling stops the work and the charge, but not the callback. */

let longhand: SharedLonghand;
let receiver: Receiver;
let client: Client;
let account: { id: string; apiKey: string };
const recording = path.join(tmpdir(), `longhand-cancel-${process.pid}.wav`);

before(async () => {
  receiver = await startReceiver();
  longhand = await useLonghand();
  account = await longhand.createAccount(100_00);
  client = makeClient(longhand, account.apiKey);
});
after(async () => {
  await longhand?.stop();
  await receiver?.close();
  await rm(recording, { force: true });
});

async function cancel(by: Client, id: string): Promise<JobView> {
  const response = await by.request(`/jobs/${id}/cancel`, { method: 'POST' });
  assert.equal(response.status, 200);
  return (await response.json()) as JobView;
}

test('a job that is being recognized stops soon, costs nothing, and calls its owner once as failed', async () => {
  // Much longer than is recognized before the job is canceled.
  await makeRecording(recording, { seconds: 120 });
  const options = { callback_url: receiver.url, engine: 'pocketsphinx' };
  const { id } = await client.submitFile(recording, 'audio/wav', options);
  await waitFor('a piece to be recognized', async () => {
    const [job] = await longhand.sql`select progress from jobs where id = ${id} and progress > 0`;
    return job;
  });
  const canceled = await cancel(client, id);
  assert.deepEqual([canceled.status, canceled.failure], ['failed', 'unspecified']);
  await waitFor('the worker to stop', () => {
    const line = longhand
      .output()
      .split('\n')
      .find((line) => line.includes('job canceled') && line.includes(id));
    return Promise.resolve(line);
  });
  const [left] = await longhand.sql`select count(*)::int as n from recognised_pieces where job_id = ${id}`;
  assert.equal(left?.['n'], 0);
  const { body } = await waitFor('the callback', () => receiver.of(id)[0]);
  assert.deepEqual(JSON.parse(body), { job: await (await client.request(`/jobs/${id}`)).json() });
  assert.equal(await client.balance(), 100);
  assert.deepEqual(await cancel(client, id), canceled);
  assert.equal(receiver.of(id).length, 1);
});

test('the earlier revision shows a canceled job as any failed one', async () => {
  const connection = connect(longhand.databaseUrl, { max: 1 });
  // Has no task.
  const { id } = await makeJob(connection.db, account.id);
  await connection.close();
  await cancel(client, id);
  const response = await fetch(`${longhand.baseUrl}/api/v1/jobs/${id}`, {
    headers: { authorization: `Bearer ${account.apiKey}` },
  });
  const job = (await response.json()) as Record<string, unknown>;
  assert.deepEqual([job['status'], job['failure']], ['failed', 'unspecified']);
});

test('a job of the sandbox is canceled with a test key, and not with a live one', async () => {
  const sandbox = makeClient(longhand, await makeSandboxKey(longhand, account.id));
  const { id } = await sandbox.submitUrl('http://media.example/a.wav', {
    callback_url: receiver.url,
    metadata: 'delay:600s',
  });
  assert.equal((await client.request(`/jobs/${id}/cancel`, { method: 'POST' })).status, 404);
  assert.equal((await cancel(sandbox, id)).status, 'failed');
  await waitFor('the callback', () => receiver.of(id)[0]);
});
