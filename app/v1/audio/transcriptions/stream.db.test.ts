import assert from 'node:assert/strict';
import { connect, type Socket } from 'node:net';
import { test } from 'node:test';
import type { TranscriptionStreamEvent } from 'openai/resources/audio/transcriptions';
import { serveApi } from '#e2e/support/openai/serve-api';
import { useFewConnections } from '#e2e/support/use-few-connections';
import { ceilingMs, waitFor } from '#e2e/support/wait';
import { recognitionFailed } from '#lib/jobs/failures/failure-details';

/* Streams of jobs whose pieces the test recognizes: each step triggers the next. */

// Only with --all: sends hundreds of requests in the dialects of other services.

const api = await serveApi();

/** A started stream, with its job. */
async function open(file = api.file()) {
  const asked = api.client().audio.transcriptions.create({ file, model: 'whisper-1', stream: true });
  const { data, response } = await asked.withResponse();
  const events = data[Symbol.asyncIterator]();
  const jobId = response.headers.get('x-longhand-job') ?? '';
  return {
    jobId,
    controller: data.controller,
    next: async (): Promise<TranscriptionStreamEvent | undefined> => {
      const event = await events.next();
      return event.done === true ? undefined : event.value;
    },
  };
}

const delta = (text: string) => ({ type: 'transcript.text.delta', delta: text });

test('each piece is told once it is known, before anything later of the recording is', async () => {
  const stream = await open();
  await api.hear(stream.jobId, 0, 'One two');
  assert.deepEqual(await stream.next(), delta('One two'));
  await api.hear(stream.jobId, 1, 'three.');
  assert.deepEqual(await stream.next(), delta(' three.'));
  await api.complete(stream.jobId, 'One two', 'three.');
  assert.deepEqual(await stream.next(), { type: 'transcript.text.done', text: 'One two three.' });
  assert.equal(await stream.next(), undefined);
});

test('pieces are told in their order, whichever is known first', async () => {
  const stream = await open();
  await api.hear(stream.jobId, 2, 'three');
  await api.hear(stream.jobId, 1, 'two');
  await api.hear(stream.jobId, 0, 'one');
  for (const text of ['one', ' two', ' three']) assert.deepEqual(await stream.next(), delta(text));
  await api.complete(stream.jobId, 'one', 'two', 'three');
  assert.equal((await stream.next())?.type, 'transcript.text.done');
});

test('what the job’s end took away before it was told comes from the transcript', async () => {
  const stream = await open();
  await api.hear(stream.jobId, 0, 'one');
  assert.deepEqual(await stream.next(), delta('one'));
  await api.complete(stream.jobId, 'one', 'two', 'three');
  assert.deepEqual(await stream.next(), delta(' two'));
  assert.deepEqual(await stream.next(), delta(' three'));
  assert.deepEqual(await stream.next(), { type: 'transcript.text.done', text: 'one two three' });
});

test('a job that has ended is told whole, without another one', async () => {
  const file = api.file();
  const first = await open(file);
  await api.complete(first.jobId, 'Known already.');
  const second = await open(file);
  assert.equal(second.jobId, first.jobId);
  assert.deepEqual(await second.next(), delta('Known already.'));
  assert.deepEqual(await second.next(), { type: 'transcript.text.done', text: 'Known already.' });
});

test('a job that fails ends its stream with the error', async () => {
  const stream = await open();
  await api.hear(stream.jobId, 0, 'one');
  await stream.next();
  await api.fail(stream.jobId, recognitionFailed);
  await assert.rejects(stream.next(), { message: recognitionFailed.failureDetail, type: 'server_error' });
});

/** Opens a stream on its own connection, and never reads from it. */
async function openDeaf(): Promise<{ jobId: string; socket: Socket }> {
  const [file, fields] = [api.file(), new FormData()];
  fields.append('file', file, file.name);
  fields.append('stream', 'true');
  const form = new Response(fields);
  const body = Buffer.from(await form.arrayBuffer());
  const { port, hostname } = new URL(api.baseUrl());
  const socket = connect(Number(port), hostname);
  socket.pause();
  socket.write(
    `POST /v1/audio/transcriptions HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${api.account.keys.test}\r\n` +
      `Content-Type: ${form.headers.get('content-type')}\r\nContent-Length: ${body.length}\r\n\r\n`,
  );
  socket.write(body);
  return { jobId: await api.findJob(file), socket };
}

// If the streams held connections, the test itself would wait indefinitely.
test(
  'clients that read nothing, more than there are connections to the database, or leave, hold nothing up',
  { timeout: ceilingMs },
  async (t) => {
    const { max } = useFewConnections(t);
    const [left, beside] = [await open(), await open()];
    const deaf = await Promise.all(Array.from({ length: max + 2 }, () => openDeaf()));
    left.controller.abort();
    // Exceeds the connection's buffers, so data for a client that doesn't read waits.
    const long = 'x'.repeat(2_000_000);
    for (const { jobId } of [...deaf, left])
      for (let i = 0; i < 5; i += 1) assert.equal(await api.hear(jobId, i, long), true);
    const readStatus = async () =>
      ((await (await api.ask(`/v1/jobs/${left.jobId}`)).json()) as { status: string }).status;
    assert.equal(await readStatus(), 'in_progress');
    await api.hear(beside.jobId, 0, 'heard');
    assert.deepEqual(await beside.next(), delta('heard'));
    for (const { jobId } of [...deaf, left]) await api.complete(jobId, 'done');
    assert.equal(await readStatus(), 'transcribed', 'the job of who left was done');
    for (const { socket } of deaf) socket.destroy();
    await api.complete(beside.jobId, 'heard');
    assert.equal((await beside.next())?.type, 'transcript.text.done');
  },
);

test('200 streams at once are each told their own pieces', async () => {
  const streams = await Promise.all(Array.from({ length: 200 }, () => open()));
  assert.equal(new Set(streams.map(({ jobId }) => jobId)).size, 200);
  // All have started, and none gets anything before its piece is recognized.
  for (const [i, { jobId }] of streams.entries()) await api.hear(jobId, 0, `piece-${i}`);
  const told = await Promise.all(streams.map((stream) => stream.next()));
  assert.deepEqual(
    told,
    streams.map((_, i) => delta(`piece-${i}`)),
  );
  for (const { jobId } of streams) await api.complete(jobId, 'end');
  const ends = await Promise.all(
    streams.map(async (stream) => {
      let event = await stream.next();
      while (event !== undefined && event.type !== 'transcript.text.done') event = await stream.next();
      return event;
    }),
  );
  assert.deepEqual(
    ends,
    streams.map(() => ({ type: 'transcript.text.done', text: 'end' })),
  );
  await waitFor('the last stream to end', async () =>
    (await streams.at(-1)?.next()) === undefined ? true : undefined,
  );
});
