import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { readError } from '#e2e/support/asr/read-error';
import { serveApi } from '#e2e/support/openai/serve-api';
import { testWith } from '#e2e/support/with-settings';
import { transcriptionParameters } from '#lib/api/asr/contract';

/* All refusals, in the shape of FastAPI's errors. */

const api = await serveApi();
const test = testWith(() => ({
  asrKeyless: { email: api.account.email, networks: ['10.1.0.0/16', 'fd00::/8'] },
  trustedProxies: ['127.0.0.1/32'],
}));

const value = 'value_error';

const refused: Array<[what: string, query: string, faults: Array<[string, string]>]> = [
  ['a language that is none', 'language=klingonese', [['query.language', value]]],
  ['a format that is none', 'output=docx', [['query.output', value]]],
  ['a task that is none', 'task=summarize', [['query.task', value]]],
  ['encode that is no boolean', 'encode=maybe', [['query.encode', 'bool_parsing']]],
  ['a number that is none', 'min_speakers=two', [['query.min_speakers', 'int_parsing']]],
  ['too many speakers', 'max_speakers=200', [['query.max_speakers', value]]],
  ['more speakers at least than at most', 'min_speakers=3&max_speakers=2', [['query.max_speakers', value]]],
  ['a hotword that is no text', `hotwords=${'x'.repeat(101)}`, [['query.hotwords', value]]],
  ['speakers without models of voices', 'diarize=true', [['query.diarize', value]]],
  [
    'all that is wrong at once',
    'vad_filter=2&word_timestamps=x&language=!&output=text',
    [
      ['query.vad_filter', 'bool_parsing'],
      ['query.language', value],
      ['query.output', value],
      ['query.word_timestamps', 'bool_parsing'],
    ],
  ],
];

for (const [what, query, faults] of refused) {
  test(`${what}: refused, and no job is made`, async () => {
    const before = await api.countJobs();
    assert.deepEqual(await readError(await api.send(`/asr?${query}`)), [422, faults]);
    assert.equal(await api.countJobs(), before);
  });
}

test('every parameter has a refusal that is tested, but for those that take any text', async () => {
  const tested = new Set(refused.flatMap(([, , faults]) => faults.map(([loc]) => loc.replace('query.', ''))));
  const others = Object.keys(transcriptionParameters).filter((name) => !tested.has(name));
  assert.deepEqual(others, ['initial_prompt', 'video_file']);
});

test('a translation is refused in a sentence', async () => {
  const [status, detail] = await readError(await api.send('/asr?task=translate&output=srt'));
  assert.deepEqual([status, /can translate/.test(String(detail))], [400, true]);
});

test('bodies that are no form with a file are refused as FastAPI does', async () => {
  const missing = [422, [['body.audio_file', 'missing']]];
  for (const path of ['/asr', '/detect-language']) {
    const send = (body: string, type: string) =>
      api.ask(path, { method: 'POST', body, headers: { 'content-type': type } }).then(readError);
    assert.deepEqual(await readError(await api.ask(path, { method: 'POST' })), missing);
    assert.deepEqual(await readError(await api.send(path, null)), missing);
    assert.deepEqual(await send('{}', 'application/json'), missing);
    assert.deepEqual(await send('x', 'multipart/form-data'), [422, [['header.content-type', value]]]);
    const broken = [422, [['body.audio_file', value]]];
    assert.deepEqual(await send('x', 'multipart/form-data; boundary=b'), broken);
    const text = '--b\r\nContent-Disposition: form-data; name="audio_file"\r\n\r\nsound\r\n--b--\r\n';
    assert.deepEqual(await send(text, 'multipart/form-data; boundary=b'), broken);
  }
  const [status] = await readError(await api.send('/asr', new File([new Uint8Array(3_000_000)], 'a.wav')));
  assert.equal(status, 413);
});

test('a key that is unknown, or may not submit, is refused', async () => {
  for (const authorization of ['Bearer lh_live_x', 'Basic eDp5']) {
    const response = await api.send('/asr', api.file(), { headers: { authorization } });
    assert.equal(response.headers.get('www-authenticate'), 'Bearer');
    assert.equal((await readError(response))[0], 401);
  }
  const authorization = `Bearer ${api.account.keys.read}`;
  assert.equal((await readError(await api.send('/asr', api.file(), { headers: { authorization } })))[0], 403);
});

test('a request without a key is taken only from the networks that are named, and from no browser', async () => {
  const from = async (headers: Record<string, string>) =>
    readError(await api.askKeyless('/asr?task=translate', { method: 'POST', headers }));
  for (const address of ['10.1.2.3', 'fd00::1', '::ffff:10.1.2.3', '9.9.9.9, 10.1.2.3']) {
    assert.equal((await from({ 'x-forwarded-for': address }))[0], 400, address);
  }
  for (const address of ['10.2.0.1', '203.0.113.7', 'fe80::1', '10.1.2.3, 203.0.113.7', 'unknown']) {
    const [status, detail] = await from({ 'x-forwarded-for': address });
    assert.equal(status, 403, address);
    assert.match(String(detail), /LONGHAND_ASR_KEYLESS/);
  }
  const inside = { 'x-forwarded-for': '10.1.2.3' };
  assert.equal((await from({ ...inside, origin: 'https://evil.example' }))[0], 403);
  assert.equal((await from({ ...inside, 'sec-fetch-site': 'cross-site' }))[0], 403);
  assert.equal(
    (await from({ ...inside, 'x-longhand-client-address': '10.1.2.3', authorization: 'x' }))[0],
    401,
  );
});

test('a first minute in which nobody speaks has no language', async () => {
  const file = api.file();
  const asked = api.send('/detect-language', file);
  await api.complete(await api.findJob(new File([], file.name.replace('.wav', ' (first minute).wav'))));
  assert.deepEqual(await readError(await asked), [422, [['body.audio_file', value]]]);
});

test('verbs and paths that are not there are told in the dialect’s shape', async () => {
  for (const path of ['/asr', '/detect-language']) {
    const response = await api.ask(path);
    assert.equal(response.headers.get('allow'), 'POST, OPTIONS');
    assert.deepEqual(await readError(response), [405, 'Method Not Allowed']);
  }
  assert.deepEqual(await readError(await api.send('/health')), [405, 'Method Not Allowed']);
  for (const path of ['/asr/x', '/detect-language/x/y', '/health/x?y']) {
    assert.deepEqual(await readError(await api.ask(path)), [404, 'Path not found.'], path);
  }
  assert.equal((await readError(await api.ask('/asr/%zz')))[0], 400);
});

test('every parameter is a row of the docs, with what becomes of it', async () => {
  const docs = await readFile('docs/whisper-asr.md', 'utf8');
  const words = { done: 'Supported', checked: 'No effect' };
  const rows = [...docs.matchAll(/^\| `(\w+)` +\| (Supported|No effect|Rejected) +\|/gm)].map(
    ([, name, fate]) => [name, fate],
  );
  assert.deepEqual(
    Object.fromEntries(rows),
    Object.fromEntries(Object.entries(transcriptionParameters).map(([name, fate]) => [name, words[fate]])),
  );
});
