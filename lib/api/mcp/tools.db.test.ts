import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { eq } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { jobs } from '#drizzle/schema/jobs';
import { anyEmail } from '#e2e/support/make-account';
import { connectMcp, type McpClient } from '#e2e/support/mcp/connect-client';
import { serveApi } from '#e2e/support/openai/serve-api';
import { putting, saying } from '#e2e/support/transcribed-job';
import { createAccount } from '#lib/accounts/create-account';
import { listRequests } from '#lib/api/request-log/list-requests';
import { flushRequests } from '#lib/api/request-log/record-request';
import { readEdit } from '#e2e/support/read-edit';
import { saveEdit } from '#lib/revisions/save-edit';

/* Each tool by the official client, with the real routes and a real database; what becomes of a job is the test's to say. */

const api = await serveApi();
const connected = new Map<string, Promise<McpClient>>();

/** The client of a key, which connects when it is first used. */
function connectClient(key: 'live' | 'test') {
  const open = (): Promise<McpClient> => {
    const found = connected.get(key) ?? connectMcp({ baseUrl: api.baseUrl() }, api.account.keys[key]);
    connected.set(key, found);
    return found;
  };
  return {
    open,
    call: async (name: string, given?: Record<string, unknown>) => (await open()).call(name, given),
  };
}

const live = connectClient('live');
const sandbox = connectClient('test');

after(async () => {
  for (const client of connected.values()) await (await client).close();
});

let urls = 0;
const newUrl = (): string => `https://media.example/talk-${(urls += 1)}.mp3`;

async function submit(given: Record<string, unknown> = {}): Promise<string> {
  const { structured, isError, text } = await live.call('submit_recording', {
    media_url: newUrl(),
    ...given,
  });
  assert.equal(isError, false, text);
  return String(structured['id']);
}

async function setBalance(balanceCents: number): Promise<void> {
  await api.db().update(accounts).set({ balanceCents }).where(eq(accounts.id, api.account.id));
}

test('the tools are listed with what they need, what they give and what they do', async () => {
  const { client } = await live.open();
  const { tools } = await client.listTools();
  assert.deepEqual(
    tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint, annotations?.destructiveHint]),
    [
      ['estimate_price', true, false],
      ['submit_recording', false, false],
      ['get_job', true, false],
      ['list_jobs', true, false],
      ['get_transcript', true, false],
      ['search_transcripts', true, false],
    ],
  );
  for (const { name, title, description, inputSchema, outputSchema } of tools) {
    assert.ok(title && description && description.length < 700, name);
    assert.equal(inputSchema.type, 'object');
    assert.equal(outputSchema?.type, 'object');
    for (const [argument, schema] of Object.entries(inputSchema.properties ?? {}))
      assert.match(JSON.stringify(schema), /"description":"[^"]/, `${name} ${argument}`);
  }
  assert.match(client.getInstructions() ?? '', /submit_recording/);
  assert.equal(client.getServerVersion()?.name, 'longhand');
});

test('a price is known by the length, and beside it stand the balance and what is missing', async () => {
  await setBalance(40);
  const price = (given: Record<string, unknown>, client = live) => client.call('estimate_price', given);
  const { structured, text } = await price({ duration_seconds: 61 });
  assert.deepEqual(structured, {
    ...{ duration_seconds: 61, price_usd: 0.5, price_per_minute_usd: 0.25 },
    ...{ balance_usd: 0.4, missing_usd: 0.1 },
  });
  assert.match(text, /1:01 costs \$0\.50 \(\$0\.25 per minute, rounded up\).*\$0\.40.*\$0\.10 is missing/);
  const unknown = await price({ media_url: newUrl() });
  assert.equal(unknown.structured['price_usd'], undefined);
  assert.equal(unknown.structured['missing_usd'], 0);
  assert.match(unknown.text, /length is unknown/);
  assert.match((await price({ media_url: '\0' })).text, /length is unknown/);
  const free = await price({ duration_seconds: 7200 }, sandbox);
  assert.deepEqual([free.structured['price_usd'], free.structured['missing_usd']], [0, 0]);
  assert.match(free.text, /free/);
  await setBalance(100_00);
});

test('the price of a URL is known once a job was made from it, which is named', async () => {
  const url = newUrl();
  const id = await submit({ media_url: url });
  await api.db().update(jobs).set({ durationSeconds: 119.5 }).where(eq(jobs.id, id));
  const { structured } = await live.call('estimate_price', { media_url: url });
  assert.deepEqual([structured['price_usd'], structured['earlier_job_id']], [0.5, id]);
});

test('a submission is an ordinary job, whose price is held', async () => {
  await setBalance(1_00);
  const url = newUrl();
  const { structured, text } = await live.call('submit_recording', {
    ...{ media_url: url, language: 'en', metadata: 'order 7', callback_url: 'https://a.example/hook' },
  });
  const { id } = structured;
  assert.equal(structured['editor_url'], `http://127.0.0.1:3000/editor/${String(id)}`);
  assert.deepEqual(
    [structured['status'], structured['held_usd'], structured['balance_usd']],
    ['in_progress', 0.25, 0.75],
  );
  assert.match(text, /\$0\.25 is held, \$0\.75 is left/);
  const job = await api.newestJob();
  assert.deepEqual(
    [job?.id, job?.mediaUrl, job?.origin, job?.metadata, job?.callbackUrl, job?.recognitionOptions],
    [id, url, 'api', 'order 7', 'https://a.example/hook', { language: 'en' }],
  );
  const read = await api.ask(`/v1/jobs/${String(id)}`, {}, api.account.keys.read);
  assert.equal(read.status, 200);
  await setBalance(100_00);
});

test('a submission repeated with its key is the first job, also where the HTTP API made it', async () => {
  const given = { media_url: newUrl(), language: 'en', idempotency_key: 'once-1' };
  const id = await submit(given);
  const { balanceCents } = await readAccount();
  assert.equal(await submit(given), id);
  const { idempotency_key: key, ...options } = given;
  const headers = { 'idempotency-key': key, 'content-type': 'application/json' };
  const init = { method: 'POST', headers, body: JSON.stringify(options) };
  const same = await api.ask('/v1/jobs', init, api.account.keys.live);
  assert.equal(((await same.json()) as { id: string }).id, id);
  assert.equal((await readAccount()).balanceCents, balanceCents);
  const other = await live.call('submit_recording', { ...given, media_url: newUrl() });
  assert.equal(other.isError, true);
  assert.match(other.text, /idempotency_key/);
});

async function readAccount(): Promise<{ balanceCents: number }> {
  const [account] = await api.db().select().from(accounts).where(eq(accounts.id, api.account.id));
  return { balanceCents: account?.balanceCents ?? NaN };
}

test('what can’t be submitted is told by argument, and nothing is made of it', async () => {
  const before = await api.countJobs();
  const faults: Array<[Record<string, unknown>, RegExp]> = [
    [{}, /media_url/],
    [{ media_url: 'ftp://a.example/x' }, /media_url: .*http/],
    [{ media_url: 'no url' }, /media_url/],
    [{ media_url: 'http://127.0.0.1/x.mp3' }, /media_url: .*not public/],
    [{ media_url: newUrl(), callback_url: 'x' }, /callback_url/],
    [{ media_url: newUrl(), engine: 'pocketsphinx', language: 'de' }, /language: .*supports en/],
    [{ media_url: newUrl(), engine: 'none' }, /engine: The engine "none" isn’t installed/],
    [{ media_url: newUrl(), speakers: 0 }, /speakers/],
    [{ media_url: newUrl(), metadata: 'x'.repeat(257) }, /metadata/],
    [{ media_url: newUrl(), idempotency_key: 'a b' }, /idempotency_key/],
  ];
  for (const [given, expected] of faults) {
    const { isError, text } = await live.call('submit_recording', given);
    assert.equal(isError, true, text);
    assert.match(text, expected);
  }
  assert.equal(await api.countJobs(), before);
});

test('without balance, the submission says what is missing and where to top up', async () => {
  await setBalance(10);
  const { isError, text } = await live.call('submit_recording', { media_url: newUrl() });
  await setBalance(100_00);
  assert.equal(isError, true);
  assert.match(text, /\$0\.10 is left.*\$0\.25.*\$0\.15 is missing.*http:\/\/127\.0\.0\.1:3000\/balance/);
});

test('a key that may only read is told so by the tool that submits, and reads on', async () => {
  const reader = await connectMcp({ baseUrl: api.baseUrl() }, api.account.keys.read);
  const before = await api.countJobs();
  const { isError, text } = await reader.call('submit_recording', { media_url: newUrl() });
  assert.equal(isError, true);
  assert.match(text, /scope “read”.*“submit”/);
  assert.equal(await api.countJobs(), before);
  assert.equal((await reader.call('list_jobs')).isError, false);
  await reader.close();
});

test('a job tells its place in the queue, its progress, its end, and why it failed', async () => {
  const id = await submit();
  const read = () => live.call('get_job', { job_id: id });
  assert.match((await read()).text, /waiting, number \d+ in the queue/);
  assert.equal(typeof (await read()).structured['queue_position'], 'number');
  await api.db().update(jobs).set({ startedAt: new Date(), progress: 0.42 }).where(eq(jobs.id, id));
  const begun = await read();
  assert.deepEqual(
    [begun.structured['progress_percent'], begun.structured['queue_position']],
    [42, undefined],
  );
  assert.match(begun.text, /42% recognized/);
  await api.fail(id, { failure: 'invalid_media', failureDetail: 'This is no recording.' });
  const failed = await read();
  assert.deepEqual(
    [failed.structured['status'], failed.structured['failure'], failed.structured['price_usd']],
    ['failed', 'invalid_media', 0],
  );
  assert.match(failed.text, /failed\. This is no recording\./);
  const transcript = await live.call('get_transcript', { job_id: id });
  assert.equal(transcript.isError, true);
  assert.match(transcript.text, /failed/);
});

test('who waits for a job is answered when it has ended', async () => {
  const id = await submit();
  const waiting = live.call('get_job', { job_id: id, wait_seconds: 45 });
  assert.equal((await live.call('get_job', { job_id: id })).structured['status'], 'in_progress');
  await api.complete(id, 'one two three');
  assert.equal((await waiting).structured['status'], 'transcribed');
  const again = await live.call('get_job', { job_id: id, wait_seconds: 45 });
  assert.equal(again.structured['status'], 'transcribed');
  const patient = await live.call('get_job', { job_id: await submit(), wait_seconds: 1 });
  assert.equal(patient.structured['status'], 'in_progress');
});

test('jobs are listed in pages, and the sandbox’s apart', async () => {
  const ids = [await submit(), await submit(), await submit()].toReversed();
  const first = await live.call('list_jobs', { limit: 2 });
  const list = ({ structured }: typeof first) =>
    (structured['jobs'] as Array<{ id: string }>).map((job) => job.id);
  assert.deepEqual(list(first), ids.slice(0, 2));
  const second = await live.call('list_jobs', { limit: 2, cursor: first.structured['next_cursor'] });
  assert.equal(list(second)[0], ids[2]);
  assert.match(first.text, /^Job .*\nJob .*\nThere are more/);
  assert.deepEqual(list(await sandbox.call('list_jobs')), []);
  const wrong = await live.call('list_jobs', { cursor: 'none' });
  assert.deepEqual([wrong.isError, wrong.text], [true, 'cursor: There is no job with this ID.']);
});

test('a transcript is read in pages of the version that the first one was of', async () => {
  const id = await submit();
  const texts = ['a', 'b', 'c'].map((letter) => Array(150).fill(`${letter}word`).join(' '));
  await api.complete(id, ...texts);
  const read = (given: Record<string, unknown> = {}) => live.call('get_transcript', { job_id: id, ...given });
  const whole = await read();
  assert.match(whole.text, /^\[0:00\] Speaker 1: aword aword/);
  assert.deepEqual(whole.structured['speakers'], ['Speaker 1', 'Speaker 2', 'Speaker 3']);
  const words = ({ structured }: typeof whole) =>
    (structured['passages'] as Array<{ text: string }>).flatMap(({ text }) => text.split(' '));
  assert.deepEqual(words(whole), texts.join(' ').split(' '));

  const first = await read({ max_characters: 500 });
  assert.ok(first.text.length < 600);
  const reference = { accountId: api.account.id, jobId: id };
  const [monologue] = (await readEdit(api.db(), reference)).monologues;
  const change = putting([saying(monologue, 'edited')]);
  await saveEdit(api.db(), { ...reference, base: 0, change, author: { kind: 'owner', name: 'Ann' } });
  const seen = words(first);
  for (let cursor = first.structured['next_cursor']; cursor !== undefined;) {
    const page = await read({ max_characters: 500, cursor });
    seen.push(...words(page));
    cursor = page.structured['next_cursor'];
  }
  assert.deepEqual(seen, words(whole));
  assert.equal(words(await read())[0], 'edited');
  assert.equal(words(await read({ version: 'machine' }))[0], 'aword');

  const part = await read({ start_seconds: 10, end_seconds: 11, version: 'machine' });
  const [passage] = part.structured['passages'] as Array<Record<string, unknown>>;
  assert.equal(passage?.['start_seconds'], 10);
  assert.match(String(part.structured['editor_url']), new RegExp(`/editor/${id}\\?t=10$`));
  assert.equal((await read({ start_seconds: 9999 })).text, 'There is no speech here.');
  for (const cursor of ['x', '1', '9-0']) assert.equal((await read({ cursor })).isError, true, cursor);
  const early = await live.call('get_transcript', { job_id: await submit() });
  assert.match(early.text, /still in progress/);
});

test('a search quotes what was said, with its speaker, its moment and a link to it', async () => {
  const id = await submit();
  await api.complete(id, 'we begin with the weather', 'the zeppelin budget is small');
  const { structured, text } = await live.call('search_transcripts', { query: 'zeppelin' });
  const [quote] = structured['quotes'] as Array<Record<string, unknown>>;
  assert.deepEqual(
    [quote?.['job_id'], quote?.['speaker'], quote?.['start_seconds'], quote?.['quote']],
    [id, 'Speaker 2', 10.5, 'the zeppelin budget is small'],
  );
  assert.equal(quote?.['url'], `http://127.0.0.1:3000/editor/${id}?t=10.5`);
  assert.match(text, /\[0:10\] Speaker 2: the zeppelin budget is small \(http/);
  const nothing = await live.call('search_transcripts', { query: 'unheard-of' });
  assert.deepEqual([nothing.isError, nothing.structured['quotes']], [false, []]);
  assert.equal((await live.call('search_transcripts', { query: ' ' })).isError, true);
  const within = await live.call('search_transcripts', { query: 'zeppelin', job_id: await submit() });
  assert.deepEqual(within.structured['quotes'], []);
});

test('another account sees nothing of these jobs', async () => {
  const id = await submit();
  await api.complete(id, 'a secret airship');
  const other = await createAccount(api.db(), { email: anyEmail(), balanceCents: 1_00 });
  const stranger = await connectMcp({ baseUrl: api.baseUrl() }, other.apiKey);
  for (const client of [stranger, sandbox]) {
    for (const name of ['get_job', 'get_transcript']) {
      const { isError, text } = await client.call(name, { job_id: id });
      assert.equal(isError, true);
      assert.match(text, /no job with this ID/);
    }
    const found = await client.call('search_transcripts', { query: 'airship' });
    assert.deepEqual(found.structured['quotes'], []);
    const listed = await client.call('list_jobs');
    assert.deepEqual(listed.structured['jobs'], []);
  }
  await stranger.close();
});

test('the log of requests names the tools that were called, and nothing of what they were given', async () => {
  await live.call('search_transcripts', { query: 'confidential' });
  await live.call('get_job', { job_id: 'nowhere' });
  await flushRequests();
  const logged = await listRequests(api.db(), { accountId: api.account.id, limit: 2 });
  assert.deepEqual(
    logged.map(({ method, path, status, problem }) => [method, path, status, problem]),
    [
      ['POST', '/mcp get_job', 200, 'job-not-found'],
      ['POST', '/mcp search_transcripts', 200, null],
    ],
  );
  assert.equal(logged[0]?.key.lastFour, api.account.keys.live.slice(-4));
});
