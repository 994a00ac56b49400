import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import path from 'node:path';
import { test } from 'node:test';
import { listFiles } from '#e2e/support/list-files';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { readSubmission, type ReadSubmission } from '#lib/api/submission/read-submission';
import { optionRules } from '#lib/api/v1/contract';
import { Refusal } from '#lib/refusal';
import { diskStorage } from '#lib/storage/disk-storage';

const folder = await makeTestFolder();

const mediaUrl = 'https://media.example/talk.mp3';

function read(init: { headers?: Record<string, string>; body: string | FormData }): Promise<ReadSubmission> {
  const request = new Request('http://longhand.example/v1/jobs', {
    method: 'POST',
    ...init,
    headers: { 'idempotency-key': 'once', ...init.headers },
  });
  const storage = diskStorage(path.join(folder, 'media'));
  return readSubmission(request, { storage, accountId: 'ann' }, optionRules);
}

function readJson(options: Record<string, unknown>): Promise<ReadSubmission> {
  const headers = { 'content-type': 'application/json' };
  return read({ headers, body: JSON.stringify({ media_url: mediaUrl, ...options }) });
}

function readFile(options?: Record<string, unknown>, name = 'x.wav'): Promise<ReadSubmission> {
  const body = new FormData();
  if (name !== '') body.set('media', new Blob(['no sound'], { type: 'audio/wav' }), name);
  if (options !== undefined) body.set('options', JSON.stringify(options));
  return read({ body });
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

test('a request without choices of recognition has the hash that it has always had', async () => {
  const asked = { callback_url: 'https://a.example/done', metadata: 'Ω' };
  const { idempotency, draft } = await readJson(asked);
  assert.equal(draft.recognition, undefined);
  assert.deepEqual(idempotency, {
    key: 'once',
    requestSha256: sha256(`["${mediaUrl}","https://a.example/done","Ω"]`),
  });
  const uploaded = await readFile();
  assert.equal(uploaded.idempotency?.requestSha256, sha256(`["x.wav","${sha256('no sound')}",null,null]`));
});

test('other choices are another request, the same in another order or notation are the same', async () => {
  const readHash = async (options: Record<string, unknown>) =>
    (await readJson(options)).idempotency?.requestSha256;
  const asked = await readHash({ language: 'en-GB', speakers: 2 });
  assert.equal(await readHash({ speakers: 2, language: 'EN-gb', vocabulary: [] }), asked);
  for (const other of [{}, { language: 'en' }, { language: 'en-GB' }, { language: 'en-GB', speakers: 3 }]) {
    assert.notEqual(await readHash(other), asked);
  }
});

test('a file comes with the choices beside it', async () => {
  const { draft } = await readFile({ language: 'de', vocabulary: ['Norland'] });
  assert.deepEqual(draft.recognition, { language: 'de', vocabulary: ['Norland'] });
});

test('what no engine can do is reported together with the other faults, and no file stays', async () => {
  const before = await listFiles(folder);
  const options = { engine: 'no such engine', metadata: 5 };
  const cases: Array<[() => Promise<unknown>, string[]]> = [
    [() => readJson(options), ['options.metadata', 'options.engine']],
    [() => readFile(options), ['options.metadata', 'options.engine']],
    [() => readFile({ engine: 'no such engine' }, ''), ['media', 'options.engine']],
  ];
  for (const [reading, names] of cases) {
    await assert.rejects(reading(), (error) => {
      assert.ok(error instanceof Refusal && error.reason.kind === 'invalid-parameters');
      assert.deepEqual(Object.keys(error.reason.parameters), names);
      return true;
    });
  }
  assert.deepEqual(await listFiles(folder), before);
});

test('the longest vocabulary is taken, however it is written', async () => {
  const phrase = (i: number) => `${i} `.padEnd(8, 'x') + '𝄞'.repeat(92);
  const vocabulary = Array.from({ length: 500 }, (_, i) => phrase(i));
  const escaped = JSON.stringify({ media_url: mediaUrl, vocabulary }).replaceAll(
    /[^\x20-\x7e]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16)}`,
  );
  const { draft } = await read({ headers: { 'content-type': 'application/json' }, body: escaped });
  assert.equal(draft.recognition?.vocabulary?.length, 500);
  assert.equal((await readFile({ vocabulary })).draft.recognition?.vocabulary?.length, 500);
});
