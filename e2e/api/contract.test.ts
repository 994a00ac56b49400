import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request as httpRequest, type IncomingMessage } from 'node:http';
import { text as textOf } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { z } from 'zod';
import { contract } from '#lib/api/v1/contract';
import { connect, type Connection } from '#lib/db/connect';
import { placeLegalHold } from '#lib/legal-holds/legal-holds';
import { failJob } from '#lib/endings/fail-job';
import { makeClient, type Client } from '#e2e/support/client';
import { useLonghand, type SharedLonghand } from '#e2e/support/start-longhand';
import { makeJob } from '#e2e/support/make-job';
import {
  accept,
  form,
  importedWords,
  importRows,
  invalid,
  noise,
  recognitionRows,
  recognizeRows,
  submitRows,
  type OperationId,
  type Row,
} from '#e2e/support/api/contract-rows';

/*
 * Walks the contract: every status that an operation may answer is produced for real, over HTTP, and its body is
 * checked against the schema. A refusal of the contract that no row produces fails the last test.
 */

let longhand: SharedLonghand;
let connection: Connection;
let client: Client;
let account: { id: string; apiKey: string };
/**
 * Jobs in each state, one under a legal hold, one of another account, one whose recording was a URL, and one without a
 * recording.
 */
let ids: Record<
  'transcribed' | 'failed' | 'inProgress' | 'held' | 'foreign' | 'fetched' | 'withoutRecording',
  string
>;

before(async () => {
  longhand = await useLonghand();
  connection = connect(longhand.databaseUrl, { max: 1 });
  account = await longhand.createAccount();
  client = makeClient(longhand, account.apiKey);
  ids = await makeJobs();
});
after(async () => {
  await connection?.close();
  await longhand?.stop();
});

/** A callback URL without a listener. */
const nowhere = 'http://127.0.0.1:9/';

async function makeJobs(): Promise<typeof ids> {
  const { db } = connection;
  const foreign = await longhand.createAccount();
  const failed = await makeJob(db, account.id, { name: 'b.wav', callbackUrl: nowhere });
  const held = await makeJob(db, account.id, { name: 'c.wav', words: 'to be kept' });
  const withoutMedia = { mediaKey: null, mediaRemovedAt: new Date(), words: 'one two' };
  await placeLegalHold(db, { accountId: account.id, jobId: held.id, reason: 'Case 7' });
  // A job's end starts its callback.
  await failJob(db, { jobId: failed.id, failure: 'invalid_media', failureDetail: 'It is no recording.' });
  return {
    transcribed: (await makeJob(db, account.id, { name: 'a.wav', words: importedWords })).id,
    failed: failed.id,
    held: held.id,
    foreign: (await makeJob(db, foreign.id, { words: 'one two' })).id,
    fetched: (await makeJob(db, account.id, { mediaUrl: nowhere, words: 'one two' })).id,
    withoutRecording: (await makeJob(db, account.id, withoutMedia)).id,
    // Has no task.
    inProgress: (await makeJob(db, account.id, { name: 'd.wav' })).id,
  };
}

const docx = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

const readRows: Row[] = [
  { operation: 'listJobs', when: 'plainly', path: () => '/jobs', status: 200 },
  {
    operation: 'listJobs',
    when: 'a page',
    path: () => `/jobs?limit=1&starting_after=${ids.failed}`,
    status: 200,
  },
  { operation: 'listJobs', when: 'too many', path: () => '/jobs?limit=1001', ...invalid(['limit']) },
  {
    operation: 'listJobs',
    when: 'after an unknown job',
    path: () => '/jobs?starting_after=unknown',
    ...invalid(['starting_after']),
  },
  {
    operation: 'listJobs',
    when: 'after another account’s job',
    path: () => `/jobs?starting_after=${ids.foreign}`,
    ...invalid(['starting_after']),
  },
  { operation: 'getJob', when: 'transcribed', path: () => `/jobs/${ids.transcribed}`, status: 200 },
  { operation: 'getJob', when: 'failed', path: () => `/jobs/${ids.failed}`, status: 200 },
  { operation: 'getJob', when: 'in progress', path: () => `/jobs/${ids.inProgress}`, status: 200 },
  { operation: 'getAccount', when: 'plainly', path: () => '/account', status: 200 },
  ...[
    ['text/plain', /^text\/plain; charset=utf-8$/],
    ['application/json', /^application\/json/],
    ['application/msword', /^application\/msword$/],
    [docx, /^application\/msword$/],
    ['application/pdf', /^application\/pdf$/],
    ['*/*', /^application\/json/],
  ].map(([type, contentType]) => ({
    operation: 'getTranscript' as const,
    when: `as ${String(type)}`,
    path: () => `/jobs/${ids.transcribed}/transcript?version=machine`,
    init: accept(String(type)),
    status: 200,
    contentType: contentType as RegExp,
  })),
  {
    operation: 'getTranscript',
    when: 'in a format that there is not',
    path: () => `/jobs/${ids.transcribed}/transcript`,
    init: accept('image/png'),
    status: 400,
    problem: 'unsupported-transcript-format',
  },
  {
    operation: 'getTranscript',
    when: 'in a version that there is not',
    path: () => `/jobs/${ids.transcribed}/transcript?version=first`,
    ...invalid(['version']),
  },
  ...[
    ['*/*', /^application\/x-subrip/],
    ['text/vtt', /^text\/vtt/],
  ].map(([type, contentType]) => ({
    operation: 'getCaptions' as const,
    when: `as ${String(type)}`,
    path: () => `/jobs/${ids.transcribed}/captions`,
    init: accept(String(type)),
    status: 200,
    contentType: contentType as RegExp,
  })),
  {
    operation: 'getCaptions',
    when: 'in a format that there is not',
    path: () => `/jobs/${ids.transcribed}/captions`,
    init: accept('image/png'),
    status: 400,
    problem: 'unsupported-transcript-format',
  },
  ...(['getCallback', 'sendCallback'] as const).flatMap((operation): Row[] => [
    { operation, when: 'of a job with one', path: () => `/jobs/${ids.failed}/callback`, status: 200 },
    {
      operation,
      when: 'of a job without one',
      path: () => `/jobs/${ids.transcribed}/callback`,
      ...invalid(['id']),
    },
  ]),
  {
    operation: 'deleteJob',
    when: 'under a legal hold',
    path: () => `/jobs/${ids.held}`,
    status: 409,
    problem: 'legal-hold',
  },
  { operation: 'shareJob', when: 'transcribed', path: () => `/jobs/${ids.transcribed}/share`, status: 200 },
];

/** Responses of every operation on one job, to an unknown id and to a job in the wrong state. */
const jobRows: Row[] = (
  [
    ['getJob', '', []],
    ['getTranscript', '/transcript', ['inProgress', 'failed']],
    ['putTranscript', '/transcript', ['inProgress', 'failed']],
    ['recognizeJob', '/recognize', ['inProgress', 'failed']],
    ['getCaptions', '/captions', ['inProgress', 'failed']],
    ['shareJob', '/share', ['inProgress', 'failed']],
    ['getCallback', '/callback', []],
    ['sendCallback', '/callback', ['inProgress']],
    ['cancelJob', '/cancel', ['transcribed', 'failed']],
    ['deleteJob', '', ['inProgress']],
  ] as const
).flatMap(([operation, end, wrongStates]): Row[] => [
  { operation, when: 'unknown', path: () => `/jobs/unknown${end}`, status: 404, problem: 'job-not-found' },
  {
    operation,
    when: 'of another account',
    path: () => `/jobs/${ids.foreign}${end}`,
    status: 404,
    problem: 'job-not-found',
  },
  { operation, when: 'malformed', path: () => `/jobs/a%20b${end}`, ...invalid(['id']) },
  { operation, when: 'too long', path: () => `/jobs/${'a'.repeat(65)}${end}`, ...invalid(['id']) },
  ...wrongStates.map((state) => ({
    operation,
    when: state,
    path: () => `/jobs/${ids[state]}${end}`,
    status: 409,
    problem: 'invalid-job-state',
  })),
]);

const problemSchema = z.looseObject({
  type: z.url(),
  title: z.string().min(1),
  status: z.int(),
  detail: z.string().min(1),
});

/** Sends a row's request and checks the answer against the contract. Returns the body. */
async function check(row: Row, by: Client): Promise<unknown> {
  const { method } = contract[row.operation];
  return checkAnswer(row, await by.request(row.path(), { method, ...row.init?.() }));
}

async function checkAnswer(row: Row, response: Response): Promise<unknown> {
  const operation = contract[row.operation];
  const text = await response.text();
  assert.equal(response.status, row.status, text.slice(0, 500));
  assert.match(response.headers.get('x-request-id') ?? '', /^\w{22}$/);
  assert.match(response.headers.get('ratelimit-remaining') ?? '', /^\d+$/);
  if (row.contentType !== undefined) {
    assert.match(response.headers.get('content-type') ?? '', row.contentType);
    if (!text.startsWith('{')) return text;
  }
  if (row.problem === undefined) {
    if (operation.response === undefined) return assert.equal(text, '');
    return operation.response.parse(JSON.parse(text));
  }
  assert.equal(response.headers.get('content-type'), 'application/problem+json; charset=utf-8');
  const problem = problemSchema.parse(JSON.parse(text));
  assert.equal(problem.type, `${longhand.baseUrl}/api/v1/errors/${row.problem}`);
  assert.equal(problem.status, row.status);
  if (row.faulty !== undefined) {
    assert.deepEqual(Object.keys(problem['parameters'] as object), row.faulty);
  }
  return problem;
}

const ownRows = [
  ...recognitionRows(() => ids.transcribed),
  ...importRows(() => ids.transcribed),
  ...recognizeRows(
    () => ids.fetched,
    () => ids.withoutRecording,
  ),
];

for (const row of [...submitRows, ...readRows, ...ownRows, ...jobRows]) {
  const answer = row.problem === undefined ? row.status : `${row.status} ${row.problem}`;
  test(`${row.operation} ${row.when} answers ${answer}`, async () => {
    await check(row, client);
  });
}

test('submitJob with more than may be uploaded answers 413 payload-too-large, before any of it is sent', async () => {
  const asking = httpRequest(`${longhand.baseUrl}/v1/jobs`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${client.apiKey}`,
      'content-type': 'multipart/form-data; boundary=b',
      'content-length': 3 * 1024 ** 3,
    },
  });
  asking.on('error', () => {});
  asking.flushHeaders();
  const [answer] = (await once(asking, 'response')) as [IncomingMessage];
  const headers = Object.entries(answer.headers).map(([name, value]): [string, string] => [
    name,
    String(value),
  ]);
  const body = await textOf(answer);
  asking.destroy();
  await checkAnswer(
    { operation: 'submitJob', when: '', path: () => '/jobs', status: 413, problem: 'payload-too-large' },
    new Response(body, { status: answer.statusCode ?? 0, headers }),
  );
});

test('submitJob and recognizeJob with too little balance answer 403 out-of-credit', async () => {
  const { id, apiKey } = await longhand.createAccount(10);
  const { id: jobId } = await makeJob(connection.db, id, { mediaUrl: nowhere, words: 'one two' });
  const rows = [
    { operation: 'submitJob', path: () => '/jobs', init: () => ({ body: form(noise, 'x.wav') }) },
    { operation: 'recognizeJob', path: () => `/jobs/${jobId}/recognize` },
  ] as const;
  for (const row of rows) {
    const asked = { ...row, when: '', status: 403, problem: 'out-of-credit' };
    const problem = await check(asked, makeClient(longhand, apiKey));
    assert.equal((problem as Record<string, unknown>)['current_balance'], 0.1);
  }
});

test('an operation that a key’s scope does not include answers 403 insufficient-scope', async () => {
  const { id, apiKey } = await longhand.createAccount();
  await longhand.sql`update api_keys set scope = 'read' where account_id = ${id}`;
  const reader = makeClient(longhand, apiKey);
  for (const { id: operation, path, refusals } of Object.values(contract)) {
    if (!refusals.includes('insufficient-scope')) continue;
    const asked = () => path.replace('{id}', ids.transcribed);
    const row = { operation: operation as OperationId, when: '', path: asked };
    await check({ ...row, status: 403, problem: 'insufficient-scope' }, reader);
  }
});

test('cancelJob answers 200 with a failed job, and the same again', async () => {
  const { id } = await makeJob(connection.db, account.id);
  const row: Row = { operation: 'cancelJob', when: '', path: () => `/jobs/${id}/cancel`, status: 200 };
  const job = (await check(row, client)) as Record<string, unknown>;
  const { status, failure, failure_detail: detail } = job;
  assert.deepEqual([status, failure], ['failed', 'unspecified']);
  assert.match(String(detail), /^The job was canceled\./);
  assert.deepEqual(await check(row, client), job);
});

test('deleteJob of an ended job answers 204, then 404', async () => {
  const row: Row = { operation: 'deleteJob', when: '', path: () => `/jobs/${ids.failed}`, status: 204 };
  await check(row, client);
  await check({ ...row, status: 404, problem: 'job-not-found' }, client);
});

test('every refusal that the contract names has been produced here', () => {
  const produced = new Set([
    ...[...submitRows, ...readRows, ...ownRows, ...jobRows].map((row) => `${row.operation} ${row.problem}`),
    'submitJob out-of-credit',
    'recognizeJob out-of-credit',
    'submitJob payload-too-large',
    ...Object.values(contract)
      .filter(({ refusals }) => refusals.includes('insufficient-scope'))
      .map(({ id }) => `${id} insufficient-scope`),
    // e2e/api/common.test.ts
    'submitJob idempotency-key-reuse',
    // lib/api/serve.db.test.ts: no disk is filled here
    'submitJob storage-full',
    'putTranscript storage-full',
    'recognizeJob storage-full',
  ]);
  for (const { id, refusals } of Object.values(contract)) {
    for (const kind of refusals) assert.ok(produced.has(`${id} ${kind}`), `${id} never answered ${kind}`);
  }
});
