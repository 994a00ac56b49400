import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serveApi } from '#e2e/support/openai/serve-api';
import { recognitionFailed } from '#lib/jobs/failures/failure-details';

/* The same bytes sent again, as by clients that gave up too early. */

const api = await serveApi();

/** The job of a request that disconnects before its end. */
async function send({ file, ...fields }: { file: File } & Record<string, string | File>): Promise<string> {
  const left = new AbortController();
  const form = new FormData();
  form.append('file', file, file.name);
  for (const [name, value] of Object.entries({ stream: 'true', ...fields })) form.append(name, value);
  const init = { method: 'POST', body: form, signal: left.signal };
  const response = await api.ask('/v1/audio/transcriptions', init);
  assert.equal(response.status, 200);
  left.abort();
  return response.headers.get('x-longhand-job') ?? '';
}

test('a client that disconnected finds its job again, and the answer in any format', async () => {
  const file = api.file();
  const left = new AbortController();
  const leaving = api
    .client()
    .audio.transcriptions.create({ file, model: 'whisper-1' }, { signal: left.signal });
  const jobId = await api.findJob(file);
  left.abort();
  await assert.rejects(leaving);
  await api.complete(jobId, 'It went on.');
  for (const format of ['text', 'srt', 'json'] as const) {
    const asked = api
      .client()
      .audio.transcriptions.create({ file, model: 'whisper-1', response_format: format });
    const { data, response } = await asked.withResponse();
    assert.equal(response.headers.get('x-longhand-job'), jobId);
    assert.match(JSON.stringify(data), /It went on\./);
  }
});

test('the same bytes with the same options are one job, with others another', async () => {
  const file = api.file();
  const first = await send({ file });
  assert.equal(await send({ file, model: 'gpt-4o-transcribe', temperature: '0.2' }), first);
  assert.equal(await send({ file, 'include[]': 'logprobs', response_format: 'json' }), first);
  const other = await send({ file, language: 'en' });
  assert.notEqual(other, first);
  assert.equal(await send({ file, language: 'en' }), other);
  assert.notEqual(await send({ file: api.file({ name: file.name }) }), first);
});

test('clients that send the same at once share one job', async () => {
  const file = api.file();
  const ids = await Promise.all(Array.from({ length: 5 }, () => send({ file })));
  assert.equal(new Set(ids).size, 1);
});

test('a job that takes longer than its client waits is found again, and for an hour after its end', async () => {
  const file = api.file();
  const first = await send({ file });
  await api.age(first, 25 * 60);
  assert.equal(await send({ file }), first);
  await api.complete(first, 'It took its time.');
  assert.equal(await send({ file }), first);
  await api.age(first, 59);
  assert.equal(await send({ file }), first);
  await api.age(first, 61);
  assert.notEqual(await send({ file }), first);
});

test('after a failure or the trash, the same bytes are a new job', async () => {
  const file = api.file();
  const first = await send({ file });
  await api.fail(first, recognitionFailed);
  const second = await send({ file });
  assert.notEqual(second, first);
  assert.equal(await send({ file }), second);
  await api.complete(second, 'done');
  await api.trash(second);
  assert.notEqual(await send({ file }), second);
});

test('a key of the sandbox and a live one have jobs of their own', async () => {
  const file = api.file();
  const inSandbox = await send({ file });
  assert.equal((await api.ask(`/v1/jobs/${inSandbox}`, {}, api.account.keys.live)).status, 404);
});
