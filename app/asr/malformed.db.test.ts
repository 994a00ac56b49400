import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { readError } from '#e2e/support/asr/read-error';
import { serveApi } from '#e2e/support/openai/serve-api';
import { readSeed } from '#e2e/support/seed';
import { transcriptionParameters } from '#lib/api/asr/contract';

/* Random queries and bodies with a valid key get answers in the dialect's shape. FUZZ_SEED repeats a run. */

// Only with --all: sends hundreds of requests in the dialects of other services.

const seed = readSeed('FUZZ_SEED');
const api = await serveApi();

const text = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1e9',
    'true',
    'json',
    'srt',
    'en',
    'auto',
    'translate',
    '\u0000',
    '🎤',
    '%zz',
  ),
  fc.string({ unit: 'grapheme', maxLength: 20 }),
);
const name = fc.oneof(
  fc.constantFrom(...Object.keys(transcriptionParameters)),
  fc.constantFrom('', '__proto__', 'constructor', 'a[b]'),
);
const query = fc
  .array(fc.tuple(name, text), { maxLength: 4 })
  .map((pairs) => pairs.map((pair) => pair.map((one) => encodeURIComponent(one)).join('=')).join('&'));
const body = fc.oneof(
  fc.constantFrom('', '{}', '--b', '--b--', '\r\n', '--b\r\n\r\n', '--b\r\nX: y\r\n\r\n'),
  fc.string({ unit: 'binary', maxLength: 200 }),
  fc
    .tuple(
      fc.constantFrom('audio_file', 'file', '', '__proto__'),
      fc.constantFrom('a.wav', '', '..', 'a\u0000b'),
      text,
    )
    .map(
      ([field, file, content]) =>
        `--b\r\nContent-Disposition: form-data; name="${field}"; filename="${file}"\r\n\r\n${content}\r\n--b--\r\n`,
    ),
);
const type = fc.constantFrom('multipart/form-data; boundary=b', 'multipart/form-data', 'text/plain', ';');

test(`200 malformed requests (seed ${seed}) are answered with errors in the dialect’s shape, none with a 500`, async () => {
  let refusals = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom('/asr', '/detect-language'),
      query,
      type,
      body,
      async (path, query, type, body) => {
        const init = { method: 'POST', headers: { 'content-type': type }, body: Buffer.from(body) };
        const answer = await api.askUntilJob(`${path}?${query}`, init);
        // A valid request creates a job, which nobody works on.
        if (answer === undefined || answer.status === 200) return;
        const [status] = await readError(answer);
        assert.ok(status >= 400 && status < 500, `${status}`);
        refusals += 1;
      },
    ),
    { seed, numRuns: 200, endOnFailure: true },
  );
  assert.ok(refusals > 50, `${refusals}`);
});
