import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { makeJob } from '#e2e/support/make-job';
import { serveApi } from '#e2e/support/openai/serve-api';
import { readProblem } from '#e2e/support/revai/read-problem';
import { readSeed } from '#e2e/support/seed';
import { captionFormats, optionFates, transcriptFormats } from '#lib/api/revai/contract';

/* Random requests with a valid key get answers in the dialect's shape. FUZZ_SEED repeats a run. */

// Only with --all: sends hundreds of requests in the dialects of other services.

const seed = readSeed('FUZZ_SEED');
const api = await serveApi();

/** A placeholder in paths for the ID of an existing job. */
const ofJob = 'job-of-the-account';

const text = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1e99',
    'en',
    'en/es',
    'machine',
    'human',
    '__proto__',
    '\u0000',
    '\ud800',
    '🎤',
  ),
  fc.constantFrom('http://media.example/a.wav', 'http://[', 'file:///etc/passwd', 'x'.repeat(3000)),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
);
const headers = fc.dictionary(fc.oneof(text, fc.constant('Authorization')), text, { maxKeys: 2 });
const value = fc.oneof(
  { weight: 3, arbitrary: text },
  { weight: 2, arbitrary: fc.constantFrom(null, true, false, 0, -1, 2, 60, 1e99, 0.5, [], {}, [null], [{}]) },
  { weight: 2, arbitrary: fc.record({ url: text, auth_headers: headers }, { requiredKeys: [] }) },
  {
    weight: 1,
    arbitrary: fc.array(fc.record({ phrases: fc.array(text, { maxLength: 3 }) }), { maxLength: 2 }),
  },
  { weight: 1, arbitrary: fc.jsonValue({ maxDepth: 2 }) },
);
const name = fc.oneof(
  { weight: 8, arbitrary: fc.constantFrom(...Object.keys(optionFates)) },
  { weight: 1, arbitrary: fc.constantFrom('', '__proto__', 'constructor', 'source_config.url') },
);
const options = fc
  .array(fc.tuple(name, value), { maxLength: 4 })
  .map(
    (members) => `{${members.map((member) => member.map((one) => JSON.stringify(one)).join(':')).join(',')}}`,
  );
const json = fc.oneof(
  { weight: 4, arbitrary: options },
  { weight: 1, arbitrary: fc.constantFrom('', '{', '[]', 'null', '0', '"', '{"a":1}{', '['.repeat(9000)) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 100 }) },
);
const part = fc
  .record({
    name: fc.constantFrom('media', 'options', '', '"', '__proto__'),
    fileName: fc.option(fc.constantFrom('a.wav', '', '..', 'a\u0000b'), { nil: undefined }),
    content: json,
  })
  .map(
    ({ name, fileName, content }) =>
      `--b\r\nContent-Disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}` +
      `\r\n\r\n${content}\r\n`,
  );
const form = fc.array(part, { maxLength: 4 }).map((parts) => `${parts.join('')}--b--\r\n`);
const body = fc.oneof(
  json,
  form,
  form.map((whole) => whole.slice(0, whole.length / 2)),
);
const type = fc.constantFrom(
  ...[
    'application/json',
    'application/json',
    'multipart/form-data; boundary=b',
    'multipart/form-data; boundary=b',
  ],
  ...['multipart/form-data', 'text/plain', ';', 'application/json; charset=utf-7'],
);
const path = fc.oneof(
  { weight: 3, arbitrary: fc.constantFrom('/jobs', '/jobs/') },
  {
    weight: 2,
    arbitrary: fc
      .tuple(
        fc.constantFrom(ofJob, 'none', '-', '~', 'a'.repeat(300)),
        fc.constantFrom('', '/', '/transcript', '/captions', '/captions/', '/transcript/summary', '/x'),
      )
      .map(([id, rest]) => `/jobs/${id}${rest}`),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom('', '/', '/account', '/vocabularies', '/stream', '/jobs/%zz', '/%ff'),
  },
);
const query = fc
  .array(fc.tuple(fc.constantFrom('limit', 'starting_after', 'speaker_channel', '__proto__', ''), text), {
    maxLength: 3,
  })
  .map((pairs) =>
    pairs
      .map((pair) => pair.map((one) => encodeURIComponent(one.replaceAll(/\p{Cs}/gu, '?'))).join('='))
      .join('&'),
  );
const accept = fc.constantFrom(...transcriptFormats, ...captionFormats, '*/*', 'text/html', ';', 'a/b;q=2');

const request = fc.record({
  ...{ path, query, accept, type, body },
  method: fc.constantFrom('POST', 'POST', 'POST', 'GET', 'GET', 'DELETE', 'PUT', 'PATCH'),
});

test(`300 malformed requests (seed ${seed}) are answered with errors in Rev AI’s shape, none with a 500`, async () => {
  const { id } = await makeJob(api.db(), api.account.id, { mode: 'test', words: 'one two' });
  let refusals = 0;
  await fc.assert(
    fc.asyncProperty(request, async ({ path, query, accept, type, body, method }) => {
      const response = await api.ask(`/speechtotext/v1${path.replace(ofJob, id)}?${query}`, {
        method,
        headers: { accept, ...(method !== 'GET' && { 'content-type': type }) },
        ...(method !== 'GET' && { body: Buffer.from(body) }),
      });
      if (response.ok) return void (await response.text());
      assert.ok(response.status >= 400 && response.status < 500, `${response.status}`);
      await readProblem(response);
      refusals += 1;
    }),
    { seed, numRuns: 300, endOnFailure: true },
  );
  assert.ok(refusals > 100, `${refusals}`);
});
