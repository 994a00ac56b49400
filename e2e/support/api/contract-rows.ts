import type { contract } from '#lib/api/v1/contract';

/* The contract test's requests that need no particular job, and the type of such a row. */

export type OperationId = keyof typeof contract;

/** No decoder can read it, so its job ends soon. */
export const noise = new Blob(['no sound'], { type: 'audio/wav' });

export function form(media?: Blob, name?: string, options?: string): FormData {
  const body = new FormData();
  if (media !== undefined) body.set('media', media, name);
  if (options !== undefined) body.set('options', options);
  return body;
}

export interface Row {
  operation: OperationId;
  /** Describes the request, and names the test. */
  when: string;
  path: () => string;
  init?: () => RequestInit;
  status: number;
  /** The problem's slug, for a refusal. */
  problem?: string;
  /** The parameters that the problem must name. */
  faulty?: string[];
  contentType?: RegExp;
}

export const json = (body: unknown): RequestInit => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});
/** A JSON request that claims to be compressed. */
const compressed = (): RequestInit => ({
  headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
  body: 'x',
});
export const accept = (value: string) => (): RequestInit => ({ headers: { accept: value } });
export const invalid = (faulty: string[]) => ({ status: 400, problem: 'invalid-parameters', faulty });

export const submitRows: Row[] = (
  [
    { when: 'with a file', init: () => ({ body: form(noise, 'x.wav') }), status: 200 },
    { when: 'with a URL', init: () => json({ media_url: 'http://127.0.0.1:9/x.wav' }), status: 200 },
    {
      when: 'with choices that an engine can do',
      init: () => ({ body: form(noise, 'x.wav', '{"language":"en-GB","engine":"pocketsphinx"}') }),
      status: 200,
    },
    {
      when: 'with choices that are faulty or that the engine can’t do',
      init: () =>
        json({ metadata: 5, language: 'de', speakers: 0, vocabulary: ['Norland'], engine: 'pocketsphinx' }),
      ...invalid([
        'options.metadata',
        'options.media_url',
        'options.speakers',
        'options.language',
        'options.vocabulary',
      ]),
    },
    {
      when: 'with an engine that there is not',
      init: () => ({ body: form(noise, 'x.wav', '{"engine":"no such engine"}') }),
      ...invalid(['options.engine']),
    },
    { when: 'without options', init: () => json({}), ...invalid(['options.media_url']) },
    { when: 'without media', init: () => ({ body: form() }), ...invalid(['media']) },
    {
      when: 'with a type that is not accepted',
      init: () => ({ body: form(new Blob(['x'], { type: 'text/css' }), 'x.css') }),
      status: 400,
      problem: 'unsupported-media-content-type',
    },
    {
      when: 'with a file that nothing is said of, and is no recording',
      init: () => ({ body: form(new Blob(['Dear Sir']), 'x.wav') }),
      status: 400,
      problem: 'unsupported-media-content-type',
    },
    {
      when: 'with a compressed body',
      init: compressed,
      status: 415,
      problem: 'unsupported-content-encoding',
    },
    {
      when: 'with a media part without a file name',
      init: () => ({
        headers: { 'content-type': 'multipart/form-data; boundary=b' },
        body: '--b\r\ncontent-disposition: form-data; name="media"\r\ncontent-type: audio/wav\r\n\r\nx\r\n--b--\r\n',
      }),
      status: 400,
      problem: 'media-missing-filename',
    },
  ] satisfies Array<Omit<Row, 'operation' | 'path'>>
).map((row) => ({ ...row, operation: 'submitJob' as const, path: () => '/jobs' }));

/** The words to give to `makeJob`, for the job that transcripts are imported into. */
export const importedWords = 'there was a young man';

export function importRows(jobId: () => string): Row[] {
  const put = (
    when: string,
    body: BodyInit,
    answer: Pick<Row, 'status' | 'problem' | 'faulty'>,
    query = '',
  ): Row => ({
    ...{ operation: 'putTranscript', when, ...answer },
    path: () => `/jobs/${jobId()}/transcript${query}`,
    init: () => ({ body }),
  });
  return [
    put('as text', `Ann: ${importedWords}`, { status: 200 }),
    put('as captions', `1\n00:00:01,000 --> 00:00:02,000\n${importedWords}\n`, { status: 200 }),
    put('as a form', form(noise, 'x.txt'), invalid(['Content-Type'])),
    put('without anything', '', invalid(['body'])),
    put('that is no text', new Blob([new Uint8Array([0, 1, 2, 3])]), invalid(['body'])),
    put('with a faulty parameter', importedWords, invalid(['accept_mismatch']), '?accept_mismatch=yes'),
    put('of another recording', 'It rains.', { status: 422, problem: 'transcript-mismatch' }),
    put('of another recording, accepted', 'It rains.', { status: 200 }, '?accept_mismatch=true'),
    put('that is too large', new Blob([new Uint8Array(50 * 1024 ** 2 + 1)]), {
      status: 413,
      problem: 'payload-too-large',
    }),
    {
      ...put('with a compressed body', 'x', { status: 415, problem: 'unsupported-content-encoding' }),
      init: compressed,
    },
  ];
}

/** Runs of two transcribed jobs: one whose recording is on the web, and one whose recording is no longer kept. */
export function recognizeRows(jobId: () => string, withoutRecording: () => string): Row[] {
  const recognize = (
    when: string,
    init: RequestInit,
    answer: Pick<Row, 'status' | 'problem' | 'faulty'>,
    id = jobId,
  ): Row => ({
    ...{ operation: 'recognizeJob', when, ...answer },
    path: () => `/jobs/${id()}/recognize`,
    init: () => init,
  });
  const keyed = (key: string, options: object): RequestInit => {
    const { body } = json(options);
    return { headers: { 'content-type': 'application/json', 'idempotency-key': key }, body: body ?? null };
  };
  const pocketsphinx = { engine: 'pocketsphinx', language: 'en-GB' };
  return [
    recognize('without a body', {}, { status: 200 }),
    recognize('with options', json(pocketsphinx), { status: 200 }),
    recognize('with options below a member', json({ options: pocketsphinx }), { status: 200 }),
    recognize('with a key', keyed('again', pocketsphinx), { status: 200 }),
    recognize('with that key and other options', keyed('again', {}), {
      ...{ status: 409, problem: 'idempotency-key-reuse' },
    }),
    recognize('with a malformed key', keyed('a key', {}), invalid(['Idempotency-Key'])),
    recognize(
      'with choices that are faulty or that the engine can’t do',
      json({ language: 'de', speakers: 0, audio_tracks: 'none', engine: 'pocketsphinx' }),
      invalid(['options.speakers', 'options.audio_tracks', 'options.language']),
    ),
    recognize('of a passage', json({ passage: { start: 0.2, end: 1 }, speakers: 'off' }), { status: 200 }),
    recognize(
      'of what is no passage, by an unknown task',
      json({ passage: { from: 1, to: 2 }, task: 'sing' }),
      invalid(['options.task', 'options.passage']),
    ),
    recognize('of a passage that ends too soon', json({ passage: { start: 1, end: 0.5 } }), {
      ...invalid(['options.passage']),
    }),
    recognize(
      'of a passage beyond the end',
      json({ passage: { start: 5000, end: 6000 } }),
      invalid(['options.passage']),
    ),
    recognize(
      'of speakers and a passage',
      json({ task: 'speakers', passage: { start: 0, end: 1 } }),
      invalid(['options.passage']),
    ),
    recognize(
      'of speakers that are not told apart',
      json({ task: 'speakers', speakers: 'off' }),
      invalid(['options.speakers']),
    ),
    recognize('of speakers without models', json({ task: 'speakers' }), invalid(['options.speakers'])),
    recognize('with a list', json([]), invalid(['options'])),
    recognize('with what is no JSON', { ...json({}), body: '{' }, invalid(['options'])),
    recognize('with a form', { body: form(noise, 'x.wav') }, invalid(['Content-Type'])),
    recognize('without a recording', {}, invalid(['id']), withoutRecording),
    recognize('with too much', json({ vocabulary: ['x'.repeat(1024 * 1024)] }), {
      ...{ status: 413, problem: 'payload-too-large' },
    }),
    recognize('with a compressed body', compressed(), {
      ...{ status: 415, problem: 'unsupported-content-encoding' },
    }),
  ];
}

/** Requests for what recognition adds to the specified API; `jobId` is a transcribed job. */
export function recognitionRows(jobId: () => string): Row[] {
  return [
    {
      operation: 'getJob',
      when: 'with its recognition',
      path: () => `/jobs/${jobId()}?include=recognition`,
      status: 200,
    },
    {
      operation: 'getJob',
      when: 'with a member that there is not',
      path: () => `/jobs/${jobId()}?include=owner`,
      ...invalid(['include']),
    },
    { operation: 'listEngines', when: 'plainly', path: () => '/engines', status: 200 },
    { operation: 'getVocabulary', when: 'plainly', path: () => '/account/vocabulary', status: 200 },
    {
      operation: 'putVocabulary',
      when: 'with phrases',
      path: () => '/account/vocabulary',
      init: () => json({ vocabulary: ['Mr.  Dashwood'] }),
      status: 200,
    },
    {
      operation: 'putVocabulary',
      when: 'without phrases',
      path: () => '/account/vocabulary',
      init: () => json({}),
      ...invalid(['vocabulary']),
    },
    {
      operation: 'putVocabulary',
      when: 'with something else than JSON',
      path: () => '/account/vocabulary',
      init: () => ({ headers: { 'content-type': 'text/plain' }, body: 'Norland' }),
      ...invalid(['Content-Type']),
    },
    {
      operation: 'putVocabulary',
      when: 'with a compressed body',
      path: () => '/account/vocabulary',
      init: compressed,
      status: 415,
      problem: 'unsupported-content-encoding',
    },
    {
      operation: 'putVocabulary',
      when: 'with too much',
      path: () => '/account/vocabulary',
      init: () => json({ vocabulary: ['x'.repeat(1024 * 1024)] }),
      status: 413,
      problem: 'payload-too-large',
    },
  ];
}
