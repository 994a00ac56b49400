import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { test } from 'node:test';
import { serveApi } from '#e2e/support/openai/serve-api';
import { readProblem, type ProblemView } from '#e2e/support/revai/read-problem';
import { makeJob } from '#e2e/support/make-job';
import { optionFates } from '#lib/api/revai/contract';

/* Everything that is refused, in the shape of Rev AI's errors. */

const api = await serveApi();

const media = 'http://media.example/talk.wav';

const submit = (options: object, apiKey?: string): Promise<Response> =>
  api.ask(
    '/speechtotext/v1/jobs',
    { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(options) },
    apiKey,
  );

const refused: Array<[what: string, parameter: string, options: Record<string, unknown>]> = [
  ['a source without an address', 'source_config.url', { source_config: {} }],
  ['a source that is no object', 'source_config', { source_config: media }],
  ['a source of another scheme', 'source_config.url', { source_config: { url: 'ftp://media.example/a' } }],
  [
    'headers that can’t be set',
    'source_config.auth_headers',
    { source_config: { url: media, auth_headers: { Host: 'other.example' } } },
  ],
  [
    'headers that are a list',
    'notification_config.auth_headers',
    { notification_config: { url: media, auth_headers: ['a'] } },
  ],
  ['two sources', 'media_url', { media_url: media }],
  ['an address that is too long', 'callback_url', { callback_url: `http://a.example/${'a'.repeat(2048)}` }],
  ['two addresses to notify', 'callback_url', { callback_url: media, notification_config: { url: media } }],
  ['metadata that is too long', 'metadata', { metadata: 'm'.repeat(513) }],
  ['metadata that is no text', 'metadata', { metadata: 7 }],
  ['a time of deletion that is too soon', 'delete_after_seconds', { delete_after_seconds: 0 }],
  ['a language that is none', 'language', { language: 'klingonese' }],
  ['two languages in one', 'language', { language: 'en/es' }],
  ['a language that no engine understands', 'language', { language: 'fr', transcriber: 'pocketsphinx' }],
  ['a choice that is neither true nor false', 'skip_diarization', { skip_diarization: 'no' }],
  ['too many speakers', 'speakers_count', { speakers_count: 100 }],
  ['speakers without models of voices', 'speakers_count', { speakers_count: 2 }],
  ['speakers that are not told apart', 'speakers_count', { speakers_count: 2, skip_diarization: true }],
  ['speakers and channels', 'speakers_count', { speakers_count: 2, speaker_channels_count: 2 }],
  ['too many channels', 'speaker_channels_count', { speaker_channels_count: 9 }],
  ['phrases without a list', 'custom_vocabularies.0.phrases', { custom_vocabularies: [{ words: [] }] }],
  [
    'a phrase that is too long',
    'custom_vocabularies',
    { custom_vocabularies: [{ phrases: ['a'.repeat(101)] }] },
  ],
  [
    'phrases for an engine without a vocabulary',
    'custom_vocabularies',
    { custom_vocabularies: [{ phrases: ['Norland'] }], transcriber: 'pocketsphinx' },
  ],
  ['a choice of words that is none', 'filter_profanity', { filter_profanity: 1 }],
  ['hesitations that are neither', 'remove_disfluencies', { remove_disfluencies: 'yes' }],
  ['punctuation that is neither', 'skip_punctuation', { skip_punctuation: 'yes' }],
  ['a human transcriber', 'transcriber', { transcriber: 'human' }],
  ['an engine that is not installed', 'transcriber', { transcriber: 'sherpa:none' }],
  ['what is not verbatim', 'verbatim', { verbatim: false }],
  ['a rush', 'rush', { rush: true }],
  ['a test mode', 'test_mode', { test_mode: true }],
  ['text as it is heard', 'skip_postprocessing', { skip_postprocessing: true }],
  ['an unknown type of diarization', 'diarization_type', { diarization_type: 'best' }],
  ['a strictness that is none', 'strict_custom_vocabulary', { strict_custom_vocabulary: 'yes' }],
  ['atmospherics that are neither', 'remove_atmospherics', { remove_atmospherics: 'yes' }],
  ['an alignment that is neither', 'forced_alignment', { forced_alignment: 'yes' }],
  ['a stored vocabulary', 'custom_vocabulary_id', { custom_vocabulary_id: 'cvgnDwmB6iXevn' }],
  ['segments', 'segments_to_transcribe', { segments_to_transcribe: [{ start: 1, end: 2 }] }],
  ['names of speakers', 'speaker_names', { speaker_names: [{ display_name: 'Ada' }] }],
  ['a summary', 'summarization_config', { summarization_config: { type: 'bullets' } }],
  ['a translation', 'translation_config', { translation_config: { target_languages: [] } }],
];

for (const [what, parameter, options] of refused) {
  test(`${what}: refused by ${parameter}, and no job is made`, async () => {
    const before = await api.countJobs();
    const problem = await readProblem(await submit({ source_config: { url: media }, ...options }));
    assert.deepEqual([problem.status, problem.type], [400, 'invalid-parameters']);
    assert.deepEqual(Object.keys(problem.parameters ?? {}), [parameter]);
    assert.equal(await api.countJobs(), before);
  });
}

test('every option has a refusal that is tested, and a row in the docs', async () => {
  const tested = new Set(refused.map(([, parameter]) => parameter.replace(/\..*/, '')));
  const documented = await readFile('docs/rev-ai-api.md', 'utf8');
  for (const name of Object.keys(optionFates)) {
    assert.ok(tested.has(name), name);
    assert.ok(documented.includes(`| \`${name}\``), name);
  }
});

test('several faulty options are told at once, and no value of a header is repeated', async () => {
  const auth_headers = { 'bad name': 'a-secret-token' };
  const response = await submit({ source_config: { url: media, auth_headers }, rush: true, verbatim: false });
  const text = await response.clone().text();
  assert.ok(!text.includes('a-secret-token'));
  const { parameters = {} } = await readProblem(response);
  assert.deepEqual(Object.keys(parameters).toSorted(), ['rush', 'source_config.auth_headers', 'verbatim']);
});

const asked = (path: string, init?: RequestInit, apiKey?: string): Promise<ProblemView> =>
  api.ask(`/speechtotext/v1${path}`, init, apiKey).then(readProblem);

test('bodies that are no submission are refused as such', async () => {
  const post = async (body: RequestInit['body'], type?: string): Promise<unknown> => {
    const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type };
    const { status, parameters = {} } = await asked('/jobs', { method: 'POST', body: body ?? null, headers });
    return [status, ...Object.keys(parameters)];
  };
  assert.deepEqual(await post('{}', 'application/json'), [400, 'source_config']);
  assert.deepEqual(await post('[]', 'application/json'), [400, 'body']);
  assert.deepEqual(await post('{', 'application/json'), [400, 'body']);
  assert.deepEqual(await post('x'), [400, 'Content-Type']);
  assert.deepEqual(await post('x', 'multipart/form-data'), [400, 'Content-Type']);
  assert.deepEqual(await post('x', 'multipart/form-data; boundary=b'), [400, 'media']);
  const form = (fields: Record<string, string | File>): FormData => {
    const made = new FormData();
    for (const [name, value] of Object.entries(fields)) made.append(name, value);
    return made;
  };
  assert.deepEqual(await post(form({ options: '{}' })), [400, 'media']);
  assert.deepEqual(await post(form({ media: 'no file' })), [400, 'media']);
  assert.deepEqual(await post(form({ media: api.file(), options: '{' })), [400, 'options']);
  assert.deepEqual(await post(form({ media: api.file(), options: '[]' })), [400, 'options']);
  assert.deepEqual(await post(form({ media: api.file(), options: '{"rush":true}' })), [400, 'rush']);
  assert.deepEqual(await post(form({ media: api.file(), options: '{"speakers_count":2}' })), [
    400,
    'speakers_count',
  ]);
  const large = new File([new Uint8Array(3_000_000)], 'a.wav');
  const tooLarge = await asked('/jobs', { method: 'POST', body: form({ media: large }) });
  assert.deepEqual([tooLarge.status, tooLarge.type], [413, undefined]);
});

test('keys that are none, or may not do it, are denied as Rev AI does', async () => {
  assert.deepEqual(await asked('/account', {}, 'lh_live_none'), {
    status: 401,
    title: 'Authorization has been denied for this request',
  });
  const denied = await readProblem(await submit({ media_url: media }, api.account.keys.read));
  assert.deepEqual([denied.status, denied.type], [403, 'access-denied']);
  const job = await makeJob(api.db(), api.account.id, { words: 'one two' });
  const kept = await asked(`/jobs/${job.id}`, { method: 'DELETE' }, api.account.keys.read);
  assert.equal(kept.status, 403);
});

test('too little money, and too many requests, have a status of their own', async () => {
  const poor = await readProblem(await submit({ media_url: 'http://media.example/out-of-credit.wav' }));
  assert.deepEqual([poor.status, poor.type], [403, 'out-of-credit']);
  assert.ok(Number.isInteger(poor.current_balance));
  const often = await submit({ media_url: 'http://media.example/too-many-requests.wav' });
  assert.equal((await readProblem(often)).status, 429);
});

test('jobs that are not there, or not done, are told as Rev AI does', async () => {
  const live = api.account.keys.live;
  for (const path of ['', '/transcript', '/captions']) {
    for (const id of ['Umx5c6F7pH7r', 'a~b']) {
      const missing = await asked(`/jobs/${id}${path}`, {}, live);
      assert.deepEqual(missing, { status: 404, type: 'job-not-found', title: 'could not find job' });
    }
  }
  assert.equal((await asked('/jobs/none', { method: 'DELETE' }, live)).status, 404);
  const job = await makeJob(api.db(), api.account.id);
  for (const path of ['/transcript', '/captions']) {
    const early = await asked(`/jobs/${job.id}${path}`, {}, live);
    assert.deepEqual([early.status, early.type], [409, 'invalid-job-state']);
    assert.deepEqual([early.current_value, early.allowed_values], ['in_progress', ['transcribed']]);
  }
  const kept = await asked(`/jobs/${job.id}`, { method: 'DELETE' }, live);
  assert.deepEqual([kept.status, kept.current_value], [409, 'in_progress']);
});

test('formats, channels, pages, paths and verbs that are not there are refused as such', async () => {
  const live = api.account.keys.live;
  const { id } = await makeJob(api.db(), api.account.id, { words: 'one two' });
  const accept = { headers: { accept: 'application/pdf' } };
  for (const path of ['/transcript', '/captions']) {
    const { status, type, current_value } = await asked(`/jobs/${id}${path}`, accept, live);
    assert.deepEqual([status, type, current_value], [406, 'unsupported-output-format', 'application/pdf']);
  }
  const channel = await asked(`/jobs/${id}/captions?speaker_channel=0`, {}, live);
  assert.deepEqual([channel.status, channel.type], [405, 'invalid-job-properties']);
  const faulty = await asked(`/jobs/${id}/captions?speaker_channel=left`, {}, live);
  assert.deepEqual(Object.keys(faulty.parameters ?? {}), ['speaker_channel']);
  const limit = await asked('/jobs?limit=1001&starting_after=none', {}, live);
  assert.deepEqual(limit.parameters, { limit: ['The max value for limit is 1000'] });
  const after = await asked('/jobs?starting_after=none', {}, live);
  assert.deepEqual(Object.keys(after.parameters ?? {}), ['starting_after']);
  const absent = ['/vocabularies', '/vocabularies/a', '/stream', '/nothing'];
  const ofJob = ['/transcript/summary', '/transcript/translation/es', '/captions/translation/es'];
  for (const path of [...absent, ...ofJob.map((rest) => `/jobs/${id}${rest}`)]) {
    const { status, type } = await asked(path, { method: path === '/vocabularies' ? 'POST' : 'GET' }, live);
    assert.deepEqual([path, status, type], [path, 404, 'unsupported-api']);
  }
  const other = await api.ask('/speechtotext/v2/jobs').then(readProblem);
  assert.equal(other.status, 404);
  const verb = await api.ask('/speechtotext/v1/account', { method: 'PUT' });
  assert.equal(verb.headers.get('allow'), 'GET, HEAD, OPTIONS');
  assert.equal((await readProblem(verb)).status, 405);
});
