import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { TranslationVerbose } from 'openai/resources/audio/translations';
import { readError } from '#e2e/support/openai/read-error';
import { serveApi } from '#e2e/support/openai/serve-api';
import { withTranslations } from '#e2e/support/openai/with-translations';
import { testWith } from '#e2e/support/with-settings';
import { makeRecord } from '#e2e/support/recognition-record';
import { translationFields } from '#lib/api/openai/contract';
import { getJob } from '#lib/jobs/read/get-job';
import { retryJob } from '#lib/jobs/submit/retry-job';
import { beginRecognition } from '#lib/jobs/work/begin-recognition';
import { recognitionFailed } from '#lib/jobs/failures/failure-details';
import { openStorage } from '#lib/storage/open-storage';

/* Translations, where recognition servers translate; the default engine does not. */

const api = await serveApi();
const test = testWith(withTranslations);

const invalid = 'invalid_request_error';

function post(fields: Record<string, string | File>): Promise<Response> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) {
    if (value instanceof File) form.append(name, value, value.name);
    else form.append(name, value);
  }
  return api.ask('/v1/audio/translations', { method: 'POST', body: form }, api.account.keys.live);
}

/** A test worker translates German speech. */
async function translate(file: File, ...texts: string[]): Promise<string> {
  const jobId = await api.findJob(file);
  const record = makeRecord({ engineId: 'openai', language: 'en', translatedFrom: 'de' });
  await beginRecognition(api.db(), { jobId, record, hasPicture: false });
  await api.complete(jobId, ...texts);
  return jobId;
}

test('a translation is a job that an engine does that can, and its answer is English', async () => {
  const file = api.file();
  const client = api.client(api.account.keys.live).audio.translations;
  const asked = client.create({ file, model: 'whisper-1', response_format: 'verbose_json' });
  const jobId = await translate(file, 'Good day. How are you?');
  const { data, response } = await asked.withResponse();
  // The SDK's first overload takes any format but has the type of json, and omits the task.
  const heard = data as TranslationVerbose & { task?: string };
  const { task } = heard;
  assert.deepEqual([task, heard.language, heard.text], ['translate', 'english', 'Good day. How are you?']);
  assert.deepEqual(
    heard.segments?.map(({ text }) => text),
    [' Good day.', ' How are you?'],
  );
  assert.equal(response.headers.get('x-longhand-job'), jobId);
  const job = await getJob(api.db(), { accountId: api.account.id, jobId });
  assert.deepEqual(job.recognitionOptions, { translate: true });

  const formats = { json: /^{"text":"Good day/, text: /^Good day.*\n$/, srt: /^1\n00:00/, vtt: /^WEBVTT\n/ };
  for (const [format, expected] of Object.entries(formats)) {
    const again = await post({ file, response_format: format });
    assert.equal(again.headers.get('x-longhand-job'), jobId);
    assert.match(await again.text(), expected);
  }
  assert.equal((await client.create({ file, model: 'any' })).text, heard.text);
});

test('a translation and a transcription of the same bytes are two jobs', async () => {
  const file = api.file();
  const translation = post({ file, model: 'openai' });
  const translated = await translate(file, 'Good day.');
  const before = await api.countJobs();
  const transcription = api.post({ file, model: 'openai' }, api.account.keys.live);
  const transcribed = await api.newJob(before);
  assert.notEqual(transcribed, translated);
  await api.complete(transcribed, 'Guten Tag.');
  const read = async (asked: Promise<Response>) => ((await (await asked).json()) as { text: string }).text;
  const [english, german] = ['Good day.', 'Guten Tag.'];
  assert.deepEqual([await read(translation), await read(transcription)], [english, german]);
  assert.equal(await read(post({ file, model: 'openai' })), english);
  assert.equal(await read(api.post({ file, model: 'openai' }, api.account.keys.live)), german);
});

test('a translation that failed is a translation again when its owner tries it once more', async () => {
  const file = api.file();
  const asked = post({ file });
  const jobId = await api.findJob(file);
  await api.fail(jobId, recognitionFailed);
  assert.equal((await asked).status, 500);
  const reference = { accountId: api.account.id, jobId };
  const retried = await retryJob(api.db(), reference, { storage: openStorage(), priceCentsPerMinute: 25 });
  assert.deepEqual(retried.recognitionOptions, { translate: true });
});

test('names in a prompt are used where the engine has a use for them, and fields of transcriptions are passed over', async () => {
  const file = api.file();
  const others = { language: 'klingonese', stream: 'true', 'known_speaker_names[]': 'agent', keywords: 'x' };
  const asked = post({ file, prompt: 'Norland, Dashwood.', temperature: '0.2', ...others });
  const jobId = await translate(file, 'Good day.');
  assert.equal(((await (await asked).json()) as { text: string }).text, 'Good day.');
  const { recognitionOptions } = await getJob(api.db(), { accountId: api.account.id, jobId });
  assert.deepEqual(recognitionOptions, { vocabulary: ['Norland', 'Dashwood'], translate: true });
});

const refused: Array<[what: string, fields: Record<string, string>, param: string, code: string]> = [
  ['an engine that does not translate', { model: 'pocketsphinx' }, 'model', 'unsupported_operation'],
  ['speakers', { response_format: 'diarized_json' }, 'response_format', 'invalid_value'],
  ['an unknown format', { response_format: 'xml' }, 'response_format', 'invalid_value'],
  ['a temperature above 1', { temperature: '2' }, 'temperature', 'invalid_value'],
];

for (const [what, fields, param, code] of refused) {
  test(`${what}: refused by ${param}, and no job is made`, async () => {
    const before = await api.countJobs();
    const response = await post({ ...fields, file: api.file() });
    const { error } = (await response.clone().json()) as { error: { message: string } };
    assert.doesNotMatch(error.message, /diarized_json/);
    assert.deepEqual(await readError(response), [400, invalid, param, code]);
    assert.equal(await api.countJobs(), before);
  });
}

test('an engine that does not translate is refused with those that do', async () => {
  const response = await post({ file: api.file(), model: 'pocketsphinx' });
  const { error } = (await response.json()) as { error: { message: string } };
  assert.match(
    error.message,
    /pocketsphinx can’t translate.*support this: openai\..*\/v1\/audio\/transcriptions/,
  );
});

test('bodies without a file are refused, and models that are not there', async () => {
  const missing = [400, invalid, 'file', 'missing_required_parameter'];
  assert.deepEqual(await readError(await post({ model: 'whisper-1' })), missing);
  const unknown = await readError(await post({ file: api.file(), model: 'sherpa:none' }));
  assert.deepEqual(unknown, [404, invalid, 'model', 'model_not_found']);
});

test('a translation in the sandbox is English, too', async () => {
  const file = api.file();
  const asked = api
    .client()
    .audio.translations.create({ file, model: 'whisper-1', response_format: 'verbose_json' });
  await api.complete(await api.findJob(file), 'Good day.');
  assert.equal(((await asked) as TranslationVerbose).language, 'english');
});

test('our own API offers no translation and reports none', async () => {
  const before = await api.countJobs();
  const form = new FormData();
  form.append('media', new File(['own'], 'own.wav', { type: 'audio/wav' }));
  form.append('options', JSON.stringify({ translate: true, engine: 'openai' }));
  const init = { method: 'POST', body: form };
  const submitted = await api.ask('/v1/jobs', init, api.account.keys.live);
  assert.ok(submitted.ok, await submitted.text());
  const jobId = await api.newJob(before);
  const job = await getJob(api.db(), { accountId: api.account.id, jobId });
  assert.deepEqual(job.recognitionOptions, { engine: 'openai' });

  const file = api.file();
  const asked = post({ file });
  const translated = await translate(file, 'Good day.');
  await asked;
  const paths = ['/v1/engines', `/v1/jobs/${translated}?include=recognition`];
  for (const path of paths) {
    const response = await api.ask(path, {}, api.account.keys.live);
    assert.equal(response.status, 200, path);
    assert.doesNotMatch(await response.text(), /translat/i);
  }
  const rich = await api.ask(
    `/v1/jobs/${translated}/transcript`,
    { headers: { accept: 'application/vnd.longhand.transcript+json' } },
    api.account.keys.live,
  );
  const text = await rich.text();
  assert.match(text, /"language":"en"/);
  assert.doesNotMatch(text, /translat|"de"/i);
});

test('every field is in the docs', async () => {
  const docs = await readFile('docs/openai-api.md', 'utf8');
  const [, section = ''] = docs.split('## Translations');
  for (const name of Object.keys(translationFields)) assert.match(section, new RegExp(`\`${name}\``));
});
