import assert from 'node:assert/strict';
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { startReceiver, type Receiver } from '#e2e/support/callbacks/receiver';
import { makeClient, type Client } from '#e2e/support/client';
import { readClips } from '#e2e/support/speech';
import { useLonghand, type SharedLonghand } from '#e2e/support/start-longhand';
import { waitFor } from '#e2e/support/wait';
import { connect } from '#lib/db/connect';
import { exportAccount } from '#lib/exports/export-account';
import { memoryStorage } from '#e2e/support/memory-storage';

/*
 * Options of a submission besides recognition, over HTTP. The tests search every place that might have stored a secret.
 */

const mediaSecret = 'hush-media-7c1f0f5e';
const callbackSecret = 'hush-callback-92d4ab';
const mediaHeaders = { Authorization: `Bearer ${mediaSecret}`, Cookie: `session=${mediaSecret}` };
const callbackHeaders = { 'X-Api-Key': callbackSecret };

let longhand: SharedLonghand;
let accountId: string;
let client: Client;
let receiver: Receiver;
let clip: string;
let files: Server;
let address: string;
const elsewhere: string[] = [];
const servers: Server[] = [];

async function listen(server: Server): Promise<string> {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  servers.push(server);
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

before(async () => {
  clip = (await readClips())[1]?.file ?? '';
  const sound = await readFile(clip);
  const other = await listen(
    createServer((request, response) => {
      elsewhere.push(JSON.stringify(request.headers));
      response.setHeader('content-type', 'audio/wav').end(sound);
    }),
  );
  files = createServer(({ url, headers }, response) => {
    const isKnown =
      headers.authorization === mediaHeaders.Authorization && headers.cookie === mediaHeaders.Cookie;
    if (!isKnown) response.writeHead(401).end();
    else if (url === '/moved.wav') response.writeHead(302, { location: `${other}/moved.wav` }).end();
    else response.setHeader('content-type', 'audio/wav').end(sound);
  });
  address = await listen(files);
  // Requires the key, and echoes what it received.
  receiver = await startReceiver((request, response) => {
    const key = request.headers['x-api-key'];
    response
      .writeHead(key === callbackSecret ? 200 : 401)
      .end(`You sent ${String(key)}. DB_PASSWORD=hunter2`);
  });
  longhand = await useLonghand();
  const account = await longhand.createAccount(10_00);
  accountId = account.id;
  client = makeClient(longhand, account.apiKey);
});
after(async () => {
  for (const server of servers) server.close();
  await receiver?.close();
  await longhand?.stop();
});

/** Every row of every table that contains one of the secrets, as text. */
async function readRevealing(): Promise<string> {
  const { sql } = longhand;
  const tables = await sql<{ name: string }[]>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname in ('public', 'graphile_worker')`;
  const secrets = `${mediaSecret}|${callbackSecret}`;
  const rows = [];
  for (const { name } of tables)
    rows.push(...(await sql.unsafe(`select t::text from ${name} t where t::text ~ $1`, [secrets])));
  return JSON.stringify(rows);
}

async function readExport(): Promise<string> {
  const { db, close } = connect(longhand.databaseUrl, { max: 1 });
  try {
    const archive = exportAccount(db, { accountId, storage: memoryStorage() });
    return Buffer.from(await new Response(archive).arrayBuffer()).toString('latin1');
  } finally {
    await close();
  }
}

const assertUnknown = (where: string, text: string) => {
  for (const secret of [mediaSecret, callbackSecret])
    assert.ok(!text.includes(secret), `${secret} in ${where}`);
};

test('headers reach the servers that demand them, and are then nowhere', async () => {
  const submitted = await client.submitUrl(`${address}/talk.wav`, {
    ...{ media_url_headers: mediaHeaders, callback_headers: callbackHeaders },
    ...{ callback_url: receiver.url, name: 'Board meeting' },
  });
  assertUnknown('the job', JSON.stringify(submitted));
  assertUnknown('the rows while they wait', await readRevealing());
  const job = await client.ended(submitted.id);
  assert.equal(job.status, 'transcribed', job.failure_detail);
  assert.equal(job.name, 'Board meeting');
  const callback = await waitFor('the callback to be delivered', async () => {
    const found = await client.callback(job.id);
    return found.state === 'delivered' ? found : undefined;
  });
  assert.equal(receiver.of(job.id)[0]?.headers['x-api-key'], callbackSecret);
  assert.equal(callback.tries[0]?.answer, 'You sent [removed]. DB_PASSWORD=[redacted]');
  const left = await longhand.sql`select from request_headers where job_id = ${job.id}`;
  assert.equal(left.length, 0);
  assertUnknown('the callback', JSON.stringify([callback, receiver.of(job.id)[0]?.body]));
  assertUnknown('the rows', await readRevealing());
  assertUnknown('the log', longhand.output());
  assertUnknown('the export', await readExport());
});

test('headers are not sent to another origin after a redirect', async () => {
  const { id } = await client.submitUrl(`${address}/moved.wav`, { media_url_headers: mediaHeaders });
  assert.equal((await client.ended(id)).status, 'transcribed');
  assert.equal(elsewhere.length, 1);
  assertUnknown('the other server’s request', elsewhere.join());
});

test('without its headers the recording is refused, and with wrong ones the answer repeats nothing', async () => {
  const { id } = await client.submitUrl(`${address}/talk.wav`);
  assert.match((await client.ended(id)).failure_detail ?? '', /401/);
  const answer = await client.request('/jobs', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({
      media_url: `${address}/talk.wav`,
      media_url_headers: { Host: mediaSecret },
      callback_headers: { 'a b': callbackSecret },
    }),
  });
  assert.equal(answer.status, 400);
  const problem = await answer.text();
  assert.match(problem, /options\.media_url_headers.*options\.callback_headers/s);
  assertUnknown('the problem', problem);
});

test('a submission repeated with its key is the same only with the same headers', async () => {
  const submit = (media_url_headers: Record<string, string>) =>
    client.request('/jobs', {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'idempotency-key': 'once-with-headers' },
      body: JSON.stringify({ media_url: `${address}/talk.wav`, media_url_headers }),
    });
  const first = (await (await submit(mediaHeaders)).json()) as { id: string };
  assert.deepEqual(((await (await submit(mediaHeaders)).json()) as { id: string }).id, first.id);
  assert.equal((await submit({})).status, 409);
});

test('an upload can be named, says when it is deleted, and is written as it asked', async () => {
  const plain = await client.submitFile(clip, 'audio/wav');
  assert.ok(!('delete_after_seconds' in plain));
  const asked = { name: 'Without a word lost', delete_after_seconds: 86_400, skip_punctuation: true };
  const { id } = await client.submitFile(clip, 'audio/wav', { ...asked, filter_profanity: true });
  const job = await client.ended(id);
  assert.deepEqual([job.name, job.delete_after_seconds], [asked.name, 86_400]);
  await client.ended(plain.id);
  const withoutPunctuation = (text: string) => text.replaceAll(/[.,?!]/g, '');
  const readWords = async (jobId: string) =>
    (await client.transcript(jobId)).monologues.flatMap(({ elements }) => elements);
  const [words, all] = [await readWords(id), await readWords(plain.id)];
  assert.deepEqual(
    words,
    all.map((word) => ({ ...word, value: withoutPunctuation(word.value) })),
  );
  const [task] = await longhand.sql`
    select job.run_at - jobs.ended_at as after from jobs, graphile_worker._private_jobs as job
    where jobs.id = ${id} and job.payload->>'jobId' = ${id}
      and job.task_id = (select id from graphile_worker._private_tasks where identifier = 'delete-job')`;
  assert.equal(String(task?.['after']), '1 day');
});
