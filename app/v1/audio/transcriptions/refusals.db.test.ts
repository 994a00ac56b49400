import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import OpenAI, { AuthenticationError, BadRequestError } from 'openai';
import { readError } from '#e2e/support/openai/read-error';
import { serveApi } from '#e2e/support/openai/serve-api';
import { transcriptionFields } from '#lib/api/openai/contract';

/* All refusals, in the shape of OpenAI's errors. */

const api = await serveApi();

const invalid = 'invalid_request_error';

type Refused = [what: string, fields: Record<string, string | string[]>, param: string, code?: string];

const refused: Refused[] = [
  [
    'a language that no engine understands',
    { language: 'fr', model: 'pocketsphinx' },
    'language',
    'unsupported_value',
  ],
  ['a language that is none', { language: 'klingonese' }, 'language'],
  [
    'languages of which none is understood',
    { 'languages[]': ['de', 'fr'], model: 'pocketsphinx' },
    'languages',
    'unsupported_value',
  ],
  [
    'keywords that the engine has no use for',
    { 'keywords[]': 'Norland', model: 'pocketsphinx' },
    'keywords',
    'unsupported_value',
  ],
  ['a temperature above 1', { temperature: '2' }, 'temperature'],
  ['an unknown format', { response_format: 'xml' }, 'response_format'],
  [
    'speakers without models of voices',
    { response_format: 'diarized_json' },
    'response_format',
    'unsupported_value',
  ],
  ['times of letters', { 'timestamp_granularities[]': 'letter' }, 'timestamp_granularities'],
  [
    'probabilities of an engine that tells none',
    { 'include[]': 'logprobs', model: 'openai' },
    'include',
    'unsupported_value',
  ],
  ['probabilities in a text', { 'include[]': 'logprobs', response_format: 'text' }, 'include'],
  ['an unknown chunking strategy', { chunking_strategy: 'none' }, 'chunking_strategy'],
  ['names of speakers', { 'known_speaker_names[]': 'agent' }, 'known_speaker_names', 'unsupported_parameter'],
  [
    'samples of voices',
    { 'known_speaker_references[]': 'data:audio/wav;base64,AA==' },
    'known_speaker_references',
    'unsupported_parameter',
  ],
  ['a stream of captions', { stream: 'true', response_format: 'srt' }, 'stream'],
];

for (const [what, fields, param, code = 'invalid_value'] of refused) {
  test(`${what}: refused by ${param}, and no job is made`, async () => {
    const before = await api.countJobs();
    const error = await readError(await api.post({ ...fields, file: api.file() }));
    assert.deepEqual(error, [400, invalid, param, code]);
    assert.equal(await api.countJobs(), before);
  });
}

test('every field has a refusal that is tested, here or below', () => {
  const tested = new Set(refused.map(([, , param]) => param));
  const others = Object.keys(transcriptionFields).filter((name) => !tested.has(name));
  assert.deepEqual(others, ['file', 'model', 'prompt']);
});

test('a field that is empty or blank is like one that is left out, whichever it is', async () => {
  const names = Object.keys(transcriptionFields).filter((name) => name !== 'file');
  const fields = Object.fromEntries(names.map((name, i) => [name, i % 2 === 0 ? '' : ' \r\n']));
  const error = await readError(await api.post(fields));
  assert.deepEqual(error, [400, invalid, 'file', 'missing_required_parameter']);
});

test('a model of ours that is not installed is not found', async () => {
  const error = await readError(await api.post({ file: api.file(), model: 'sherpa:none' }));
  assert.deepEqual(error, [404, invalid, 'model', 'model_not_found']);
  const read = await readError(await api.ask('/v1/models/no-such-model'));
  assert.deepEqual(read, [404, invalid, 'id', 'model_not_found']);
});

test('bodies that are no form with a file are refused as such', async () => {
  const post = (body: string, type?: string) =>
    api
      .ask('/v1/audio/transcriptions', {
        method: 'POST',
        body,
        headers: type === undefined ? {} : { 'content-type': type },
      })
      .then(readError);
  const lacking = await readError(await api.post({ model: 'whisper-1' }));
  assert.deepEqual(lacking, [400, invalid, 'file', 'missing_required_parameter']);
  assert.deepEqual(await readError(await api.post({ file: 'no file' })), [
    400,
    invalid,
    'file',
    'missing_file_name',
  ]);
  assert.deepEqual(await post('{}', 'application/json'), [400, invalid, 'Content-Type', 'invalid_value']);
  assert.deepEqual(await post('x'), [400, invalid, 'Content-Type', 'invalid_value']);
  assert.deepEqual(await post('x', 'multipart/form-data'), [400, invalid, 'Content-Type', 'invalid_value']);
  assert.deepEqual(await post('x', 'multipart/form-data; boundary=b'), [
    400,
    invalid,
    'file',
    'invalid_value',
  ]);
  const cut = '--b\r\nContent-Disposition: form-data; name="file"; filename="a.wav"\r\n\r\nsound';
  assert.deepEqual(await post(cut, 'multipart/form-data; boundary=b'), [
    400,
    invalid,
    'file',
    'invalid_value',
  ]);
  const large = new File([new Uint8Array(3_000_000)], 'a.wav');
  assert.deepEqual(await readError(await api.post({ file: large })), [
    413,
    invalid,
    'file',
    'file_too_large',
  ]);
  const long = 'x'.repeat(900_000);
  const error = await readError(await api.post({ file: api.file(), prompt: long }));
  assert.deepEqual(error, [400, invalid, 'prompt', 'invalid_value']);
});

test('a key that is none, or may not submit, is refused on every path', async () => {
  for (const path of ['/v1/audio/transcriptions', '/v1/audio/translations'])
    assert.deepEqual(
      await readError(await api.ask(path, { method: 'POST', body: 'x' }, api.account.keys.read)),
      [403, invalid, null, 'missing_scope'],
    );
  for (const path of ['/v1/models', '/v1/models/whisper-1']) {
    for (const authorization of ['Bearer sk-1', 'Basic eDp5', 'x']) {
      const response = await api.ask(path, { headers: { authorization } });
      assert.equal(response.headers.get('www-authenticate'), 'Bearer');
      assert.deepEqual(await readError(response), [401, invalid, null, 'invalid_api_key']);
    }
  }
  await assert.rejects(
    new OpenAI({ apiKey: 'sk-1', baseURL: `${api.baseUrl()}/v1` }).models.list(),
    AuthenticationError,
  );
});

test('paths and verbs below the dialect that are not there are told in its shape, those of our own API in theirs', async () => {
  for (const path of ['/v1/audio', '/v1/audio/speech', '/v1/models/a/b', '/v1/audio/transcriptions/x'])
    assert.deepEqual(await readError(await api.ask(path)), [404, invalid, null, 'unknown_url'], path);
  for (const path of ['/v1/audio/transcriptions', '/v1/audio/translations']) {
    const response = await api.ask(path);
    assert.equal(response.headers.get('allow'), 'POST, OPTIONS');
    assert.deepEqual(await readError(response), [405, invalid, null, 'method_not_allowed']);
  }
  assert.deepEqual(await readError(await api.ask('/v1/models', { method: 'DELETE' })), [
    405,
    invalid,
    null,
    'method_not_allowed',
  ]);
  assert.deepEqual(await readError(await api.ask('/v1/models/%zz')), [400, invalid, null, 'invalid_url']);
  const own = await api.ask('/v1/nothing');
  assert.match(own.headers.get('content-type') ?? '', /^application\/problem\+json/);
});

test('a translation is refused, whatever comes with it', async () => {
  const asked = api.client().audio.translations.create({ file: api.file(), model: 'whisper-1' });
  await assert.rejects(asked, (error) => {
    assert.ok(error instanceof BadRequestError);
    assert.deepEqual([error.code, error.type, error.param], ['unsupported_operation', invalid, null]);
    return true;
  });
  const empty = await api.ask('/v1/audio/translations', { method: 'POST' });
  assert.deepEqual(await readError(empty), [400, invalid, null, 'unsupported_operation']);
});

test('every field is a row of the docs, with what becomes of it', async () => {
  const docs = await readFile('docs/openai-api.md', 'utf8');
  const words = { done: 'Supported', checked: 'No effect', refused: 'Rejected' };
  const rows = [...docs.matchAll(/^\| `(\w+)(?:\[\])?` +\| ([\w ]+?) +\|/gm)].map(([, name, fate]) => [
    name,
    fate,
  ]);
  assert.deepEqual(
    Object.fromEntries(rows),
    Object.fromEntries(Object.entries(transcriptionFields).map(([name, fate]) => [name, words[fate]])),
  );
});
