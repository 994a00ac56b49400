import assert from 'node:assert/strict';
import { test } from 'node:test';
import { makeAccount } from '#e2e/support/make-account';
import { makeJob } from '#e2e/support/make-job';
import { whileReadingFails } from '#e2e/support/openai/while-reading-fails';
import { useOwnDatabase } from '#e2e/support/use-own-database';
import type { Timeouts } from '#lib/api/dialects/answer-job';
import { answer } from '#lib/api/openai/answer';
import { streamTranscript } from '#lib/api/openai/stream-transcript';
import { readRequestOptions } from '#lib/api/openai/read-request-options';
import { database } from '#lib/db/database';
import { recognitionFailed } from '#lib/jobs/failures/failure-details';
import { completeJob } from '#lib/endings/complete-job';
import { failJob } from '#lib/endings/fail-job';

/* Answers that wait for their job longer than a proxy would. */

const short: Timeouts = { silentMs: 1, beatMs: 1 };

await useOwnDatabase();
const accountId = await makeAccount(database().db);

/** Two people say a word each. */
async function complete(jobId: string): Promise<void> {
  const words = [
    { text: 'Done.', startMs: 0, endMs: 400 },
    { text: 'Yes.', startMs: 500, endMs: 900 },
  ];
  const speakers = [0, 1].map((id) => ({ id, name: `Speaker ${id + 1}` }));
  const monologues = [0, 1].map((id) => ({ id, speaker: id, from: id, to: id + 1 }));
  await completeJob(database().db, { jobId, words, speakers, monologues });
}

async function ask(format: string, { timeouts = short, signal = new AbortController().signal } = {}) {
  const { db } = database();
  const { id: jobId } = await makeJob(db, accountId);
  const requested = readRequestOptions([['response_format', format]]);
  const answering = answer({ db, reference: { accountId, jobId }, requested, signal }, timeouts);
  return {
    jobId,
    answering,
    complete: () => complete(jobId),
    fail: () => failJob(db, { jobId, ...recognitionFailed }),
  };
}

/** Reads until something comes that is no blank; gives how many blanks came, and the rest. */
async function readPastBlanks(response: Response, afterFew: () => Promise<unknown>) {
  const reader = response.body?.getReader();
  let text = '';
  for (let chunks = 1; ; chunks += 1) {
    const read = await reader?.read();
    if (read === undefined || read.done) return text;
    text += Buffer.from(read.value).toString();
    if (chunks === 3) {
      assert.match(text, /^\n{3}$/);
      await afterFew();
    }
  }
}

for (const format of ['json', 'verbose_json', 'diarized_json']) {
  test(`${format} begins after a while, is kept alive by blanks, and is the transcript as soon as there is one`, async () => {
    const { answering, complete } = await ask(format);
    const response = await answering;
    assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'application/json']);
    const body = await readPastBlanks(response, complete);
    assert.match(body, /^\n+\{/);
    assert.equal((JSON.parse(body) as { text: string }).text, 'Done. Yes.');
  });
}

/** Reads an answer that has begun until it is broken off, as it has to be; gives what it ends with. */
async function readBroken(answering: Promise<Response>, afterFew: () => Promise<unknown>) {
  const reader = (await answering).body?.getReader();
  let text = '';
  const readAll = async () => {
    for (let chunks = 1; ; chunks += 1) {
      const read = await reader?.read();
      if (read === undefined || read.done) return;
      text += Buffer.from(read.value).toString();
      if (chunks === 3) await afterFew();
    }
  };
  await assert.rejects(readAll());
  return JSON.parse(text) as { error: { code: string } };
}

test('an answer that has begun is broken off behind its error when the job fails, so that it can’t be taken for whole', async () => {
  const { answering, fail } = await ask('json');
  assert.deepEqual(await readBroken(answering, fail), {
    error: {
      message: recognitionFailed.failureDetail,
      type: 'server_error',
      param: null,
      code: 'server_error',
    },
  });
});

test('an outage that ends an answer which has begun is told as one', async () => {
  for (const [code, told] of [
    ['57P03', 'service_unavailable'],
    ['53100', 'storage_full'],
    ['XX000', 'server_error'],
  ] as const) {
    const { jobId, answering } = await ask('json');
    const begun = await answering;
    const read = () => readBroken(Promise.resolve(begun), async () => {});
    const body = await whileReadingFails(database().db, { jobId, code }, read);
    assert.equal(body.error.code, told);
  }
});

test('a job that fails before its answer has begun is an error with its status', async () => {
  const { answering, fail } = await ask('json', { timeouts: { silentMs: 1e6, beatMs: 1 } });
  const refused = assert.rejects(
    answering,
    (error: { facts?: { status: number } }) => error.facts?.status === 500,
  );
  await fail();
  await refused;
});

test('a text, whose blanks would be read, begins when there is a transcript', async () => {
  for (const format of ['text', 'srt', 'vtt']) {
    const { answering, complete } = await ask(format);
    await complete();
    assert.match(await (await answering).text(), /^\S/);
  }
});

test('a client that disconnects ends the wait, and leaves the job', async () => {
  const left = new AbortController();
  const { answering } = await ask('text', { signal: left.signal });
  const { answering: begun } = await ask('json', { signal: left.signal });
  const body = (await begun).text();
  left.abort(new Error('left'));
  await assert.rejects(answering, /left/);
  assert.match(await body, /^\n+$/);
});

test('a stream of diarized_json tells each segment with its speaker, once the speakers are known', async () => {
  const { db } = database();
  const { id: jobId } = await makeJob(db, accountId);
  const requested = readRequestOptions([
    ['response_format', 'diarized_json'],
    ['stream', 'true'],
  ]);
  const { signal } = new AbortController();
  const body = streamTranscript({ db, reference: { accountId, jobId }, requested, signal }).text();
  await complete(jobId);
  const events = (await body).match(/^data: .*$/gm)?.map((line) => JSON.parse(line.slice(6)) as unknown);
  const segment = (id: string, start: number, speaker: string, text: string) => ({
    ...{ type: 'transcript.text.segment', id, start, end: start + 0.4, speaker, text },
  });
  assert.deepEqual(events, [
    { type: 'transcript.text.delta', delta: 'Done.' },
    { type: 'transcript.text.delta', delta: ' Yes.' },
    segment('seg_0', 0, 'A', 'Done.'),
    segment('seg_1', 0.5, 'B', 'Yes.'),
    { type: 'transcript.text.done', text: 'Done. Yes.' },
  ]);
});
