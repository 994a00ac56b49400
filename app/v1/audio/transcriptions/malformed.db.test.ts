import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { serveApi } from '#e2e/support/openai/serve-api';
import { readError } from '#e2e/support/openai/read-error';
import { readSeed } from '#e2e/support/seed';
import { responseFormats, transcriptionFields } from '#lib/api/openai/contract';
import { isKnownField } from '#lib/api/openai/read-request-options';

/* Random bodies with a valid key get answers in the dialect's shape. FUZZ_SEED repeats a run. */

// Only with --all: sends hundreds of requests in the dialects of other services.

const seed = readSeed('FUZZ_SEED');
const api = await serveApi();

const text = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1e99',
    'null',
    '{',
    '[]',
    'true',
    'auto',
    'word',
    'logprobs',
    '__proto__',
    '\u0000',
  ),
  fc.constantFrom('x'.repeat(3000), '🎤', 'en', 'zz', 'sherpa:x', 'whisper-1', ...responseFormats),
  fc.string({ unit: 'binary', maxLength: 30 }),
);
const names = Object.keys(transcriptionFields).flatMap((name) => [
  name,
  `${name}[]`,
  `${name}[0]`,
  `${name}[type]`,
]);
const part = fc.record({
  name: fc.oneof(fc.constantFrom(...names), fc.constantFrom('', '"', 'a[b', '__proto__[]', 'constructor')),
  fileName: fc.option(fc.constantFrom('a.wav', '', '..', '/', 'out-of-credit.wav', 'a\u0000b'), {
    nil: undefined,
    freq: 4,
  }),
  type: fc.option(fc.constantFrom('audio/wav', 'text/html', ';', ''), { nil: undefined }),
  text,
});
const form = fc
  .array(part, { maxLength: 6 })
  .map((parts) =>
    [
      ...parts.map(
        ({ name, fileName, type, text }) =>
          `--b\r\nContent-Disposition: form-data; name="${name}"${fileName === undefined ? '' : `; filename="${fileName}"`}` +
          `${type === undefined ? '' : `\r\nContent-Type: ${type}`}\r\n\r\n${text}\r\n`,
      ),
      '--b--\r\n',
    ].join(''),
  );
const body = fc.oneof(
  { weight: 6, arbitrary: form },
  { weight: 1, arbitrary: form.map((whole) => whole.slice(0, whole.length / 2)) },
  { weight: 1, arbitrary: fc.constantFrom('', '{}', '--b', '--b\r\n\r\n', '--b--', '\r\n', '--b\r\nX: y') },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 200 }) },
);
const type = fc.constantFrom(
  ...[
    'multipart/form-data; boundary=b',
    'multipart/form-data; boundary=b',
    'multipart/form-data; boundary=b',
  ],
  ...[
    'multipart/form-data',
    'multipart/form-data; boundary=',
    'application/json',
    'text/plain',
    ';',
    'multipart/mixed; boundary=b',
  ],
);
const path = fc.constantFrom(
  '/v1/audio/transcriptions',
  '/v1/audio/transcriptions',
  '/v1/audio/translations',
  '/v1/models',
);

test(`600 malformed requests (seed ${seed}) are answered with errors in OpenAI’s shape, none with a 500`, async () => {
  const statuses = new Map<number, number>();
  await fc.assert(
    fc.asyncProperty(path, type, body, async (path, type, body) => {
      const init = { method: 'POST', headers: { 'content-type': type }, body: Buffer.from(body) };
      const answer = await api.askUntilJob(path, init);
      // A valid request creates a job, which nobody works on: only its acceptance is tested.
      if (answer === undefined) return;
      statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1);
      if (answer.status === 200) return;
      const [status, kind, field, code] = await readError(answer);
      assert.ok(status >= 400 && status < 500, `${status}`);
      assert.equal(kind, status === 429 ? 'insufficient_quota' : 'invalid_request_error');
      assert.ok(field === null || field === 'Content-Type' || isKnownField(field), `${field}`);
      assert.match(code, /^[a-z_]+$/);
    }),
    { seed, numRuns: 600, endOnFailure: true },
  );
  assert.ok((statuses.get(400) ?? 0) > 100, JSON.stringify([...statuses]));
});
