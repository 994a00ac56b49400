import assert from 'node:assert/strict';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { RecognitionOptions } from '#clients/typescript/src/library/contract';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import * as schemas from '#lib/api/v1/schemas';
import { connect } from '#lib/db/connect';
import { makeClient, type Client, type JobView } from '#e2e/support/client';
import { assertLedgerAddsUp } from '#e2e/support/ledger';
import { makeJob } from '#e2e/support/make-job';
import { makeSandboxKey } from '#e2e/support/make-sandbox-key';
import { startSilentServer } from '#e2e/support/silent-server';
import { ffmpeg, makeRecording, readClips, toWords } from '#e2e/support/speech';
import { useLonghand, type SharedLonghand } from '#e2e/support/start-longhand';

/* Recognizing transcripts again, over HTTP against the built service. */

let longhand: SharedLonghand;
let account: { id: string; apiKey: string };
let client: Client;

before(async () => {
  longhand = await useLonghand();
  account = await longhand.createAccount();
  client = makeClient(longhand, account.apiKey);
});
after(() => longhand?.stop());

async function recognize(
  by: Client,
  id: string,
  { key, ...options }: { key?: string } & Partial<RecognitionOptions> = {},
): Promise<JobView> {
  const response = await by.request(`/jobs/${id}/recognize`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(key !== undefined && { 'idempotency-key': key }) },
    body: JSON.stringify(options),
  });
  const text = await response.text();
  assert.equal(response.status, 200, text);
  return schemas.job.parse(JSON.parse(text));
}

async function replace(by: Client, id: string, text: string): Promise<void> {
  const response = await by.request(`/jobs/${id}/transcript`, { method: 'PUT', body: text });
  assert.equal(response.status, 200, await response.text());
}

const readMachine = async (id: string) =>
  (await client.request(`/jobs/${id}/transcript?version=machine`)).text();

const countRevisions = async (id: string) =>
  (await longhand.sql`select count(*)::int as n from revisions where job_id = ${id}`)[0]?.['n'];

/** The account's charge for each of its jobs, in cents. */
async function readCharges(): Promise<Record<string, number>> {
  const rows = await longhand.sql<Array<{ id: string; cents: number }>>`
    select job_id as id, sum(amount_cents)::int as cents from ledger_entries
    where account_id = ${account.id} and job_id is not null group by 1`;
  return Object.fromEntries(rows.map(({ id, cents }) => [id, cents]));
}

/** The index of a word that was recognized correctly, as were its neighbors, and that occurs once. */
function findHeardWord(said: string[], heard: string): number {
  const at = said.findIndex((word, i) => {
    if (i === 0 || said.indexOf(word) !== i || said.lastIndexOf(word) !== i) return false;
    return heard.split(` ${word} `).length === 2 && heard.includes(` ${said.slice(i - 1, i + 2).join(' ')} `);
  });
  assert.ok(at > 0, `said: ${said.join(' ')}; heard: ${heard}`);
  return at;
}

test('another engine’s words become a revision with the words and names of people, for the price of a job', async () => {
  const [clip] = await readClips();
  assert.ok(clip !== undefined);
  const { id } = await client.submitFile(clip.file, 'audio/wav', { engine: 'pocketsphinx' });
  assert.equal((await client.ended(id)).recognizes, undefined);
  const machine = await readMachine(id);
  const [, heard = ''] = (await client.text(id)).split(/ {4}00:00 {4}/);
  const at = findHeardWord(clip.words, heard);
  const edited = heard.replace(` ${clip.words[at]} `, ' Zanzibar ');
  await replace(client, id, `ANN: ${edited}`);
  const named = (await client.transcript(id)).speakers;
  assert.deepEqual(
    named.map(({ name }) => name),
    ['ANN'],
  );
  assert.equal(await countRevisions(id), 1);

  const run = await recognize(client, id, { engine: 'openai' });
  assert.deepEqual([run.status, run.recognizes, run.callback_url], ['in_progress', id, undefined]);
  assert.notEqual(run.id, id);
  const ended = await client.ended(run.id);
  assert.equal(ended.status, 'transcribed', ended.failure_detail);
  assert.deepEqual(await readCharges(), { [id]: -25, [run.id]: -25 });
  assert.equal(await client.balance(), 99.5);
  await assertLedgerAddsUp(longhand.sql, [account.id]);

  const { speakers, monologues } = await client.transcript(id);
  assert.deepEqual(speakers, named);
  const words = monologues.flatMap(({ elements }) => elements.map(({ value }) => value)).join(' ');
  assert.deepEqual(toWords(words), clip.words.with(at, 'zanzibar'));
  assert.equal(await countRevisions(id), 2);
  assert.equal(await readMachine(id), machine);

  // The first job is unchanged, and the earlier revision shows the run like any other job.
  const listed = (await (await client.request('/jobs')).json()) as JobView[];
  assert.deepEqual(
    listed.map((job) => [job.id, job.recognizes]),
    [
      [run.id, id],
      [id, undefined],
    ],
  );
  const earlier = await fetch(`${longhand.baseUrl}/api/v1/jobs/${run.id}`, {
    headers: { authorization: `Bearer ${account.apiKey}` },
  });
  assert.equal('recognizes' in ((await earlier.json()) as object), false);
});

test('a passage is recognized again for its own price, and every word around it keeps its text and its time', async (t) => {
  const folder = await makeTestFolder(t);
  const [speech, file] = [path.join(folder, 'speech.wav'), path.join(folder, 'long.wav')];
  await makeRecording(speech, { seconds: 12 });
  await ffmpeg('-i', speech, '-af', 'apad=whole_dur=62', file);
  const { id } = await client.submitFile(file, 'audio/wav', { engine: 'pocketsphinx' });
  await client.ended(id);
  const readElements = async () =>
    (await client.transcript(id)).monologues.flatMap(({ elements }) => elements);
  const heard = await readElements();
  assert.ok(heard.length > 12, `${heard.length} words`);
  const first = heard.findIndex(({ ts }) => ts > 4);
  const [from, to] = [heard[first], heard[first + 3]];
  assert.ok(from && to);
  // Text in the passage was overwritten, and a typed word precedes it.
  const typed = heard.map(({ value }, i) => (i === 1 ? 'Zanzibar' : value));
  await replace(client, id, typed.join(' '));
  const before = await readElements();
  const balance = await client.balance();
  const passage = { start: from.ts, end: to.end_ts };

  const run = await recognize(client, id, { passage, engine: 'openai' });
  assert.equal(run.duration_seconds, Math.ceil(to.end_ts - from.ts));
  assert.equal((await client.ended(run.id)).status, 'transcribed');
  assert.equal(Math.round((balance - (await client.balance())) * 100), 25);
  const now = await readElements();
  assert.deepEqual(now.slice(0, first), before.slice(0, first));
  const behind = before.length - first - 4;
  assert.deepEqual(now.slice(now.length - behind), before.slice(before.length - behind));
  const own = now.slice(first, now.length - behind);
  for (const { ts, end_ts: endTs, value } of own) {
    const middle = (ts + endTs) / 2;
    assert.ok(middle >= from.ts - 0.3 && middle <= to.end_ts + 0.3, `${value} at ${ts}`);
  }
  const recognized = await client.transcript(run.id);
  assert.deepEqual(
    recognized.monologues.flatMap(({ elements }) => elements.map(({ value }) => value)),
    own.map(({ value }) => value),
  );
  const job = schemas.jobToRead.parse(await (await client.request(`/jobs/${id}?include=recognition`)).json());
  assert.deepEqual(
    job.recognition?.passages?.map(({ ts, end_ts: endTs, engine_id: engine }) => [ts, endTs, engine]),
    [[passage.start, passage.end, 'openai']],
  );
  assert.equal(await countRevisions(id), 2);
});

test('a run that is asked for several times is one, and once it is canceled, nothing was charged or changed', async (t) => {
  const server = await startSilentServer();
  t.after(() => server.stop());
  const connection = connect(longhand.databaseUrl, { max: 1 });
  // The recording's download never ends.
  const mediaUrl = `http://127.0.0.1:${server.port}/talk.wav`;
  const { id } = await makeJob(connection.db, account.id, { mediaUrl, words: 'there was a young man' });
  await connection.close();
  const [balance, text] = [await client.balance(), await client.text(id)];

  const runs = await Promise.all([1, 2, 3].map(() => recognize(client, id)));
  assert.equal(new Set(runs.map((run) => run.id)).size, 1);
  assert.equal(await client.balance(), balance - 0.25);
  const other = await recognize(client, id, { language: 'en-GB' });
  assert.notEqual(other.id, runs[0]?.id);
  for (const run of [runs[0], other]) {
    const response = await client.request(`/jobs/${run?.id}/cancel`, { method: 'POST' });
    assert.equal(schemas.job.parse(await response.json()).status, 'failed');
  }
  assert.equal(await client.balance(), balance);
  assert.equal(await client.text(id), text);
  assert.equal(await countRevisions(id), 0);
  // A failed run is not returned again.
  const next = await recognize(client, id);
  assert.notEqual(next.id, runs[0]?.id);
  await client.request(`/jobs/${next.id}/cancel`, { method: 'POST' });
  await assertLedgerAddsUp(longhand.sql, [account.id]);
});

test('a job of the sandbox is recognized again with a sandbox key alone, free of charge, once for a key', async () => {
  const { id: accountId, apiKey } = await longhand.createAccount();
  const live = makeClient(longhand, apiKey);
  const sandbox = makeClient(longhand, await makeSandboxKey(longhand, accountId));
  // Idempotency keys of the two environments are independent.
  const key = 'once-only';
  const headers = { 'content-type': 'application/json', 'idempotency-key': key };
  const body = JSON.stringify({ media_url: 'http://127.0.0.1:9/x.wav' });
  assert.equal((await live.request('/jobs', { method: 'POST', headers, body })).status, 200);
  const { id } = await sandbox.submitUrl('https://media.example/talk.wav');
  await sandbox.ended(id);
  const text = `${(await sandbox.text(id)).trimEnd()} So it is.\n`;
  await replace(sandbox, id, text);
  assert.equal((await live.request(`/jobs/${id}/recognize`, { method: 'POST' })).status, 404);

  const run = await recognize(sandbox, id, { key });
  assert.equal(run.recognizes, id);
  assert.equal((await sandbox.ended(run.id)).status, 'transcribed');
  assert.equal((await recognize(sandbox, id, { key })).id, run.id);
  assert.equal(await sandbox.text(id), text);
});
