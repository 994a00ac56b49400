import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { asrRequests } from '#e2e/support/asr/client-requests';
import { announceSpeakers } from '#e2e/support/openai/announce-speakers';
import { writeBody } from '#e2e/support/openai/client-requests';
import { makeRecord } from '#e2e/support/recognition-record';
import { serveApi } from '#e2e/support/openai/serve-api';
import { testWith } from '#e2e/support/with-settings';
import { beginRecognition } from '#lib/jobs/work/begin-recognition';

/* The exact requests of real-world programs, which send no key, and the parts of the answer that they read. */

const api = await serveApi();
const test = testWith(async () => ({
  ...(await announceSpeakers(api.db())),
  asrKeyless: { email: api.account.email.toUpperCase(), networks: ['127.0.0.0/8'] },
}));

/** One second of noise, in a WAV file if the program sends files. */
function makeRecording(isRaw: boolean): Buffer {
  const samples = randomBytes(32_000);
  if (isRaw) return samples;
  const header = Buffer.from(
    'RIFF\0\0\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x80>\0\0\0}\0\0\x02\0\x10\0data\0}\0\0',
    'latin1',
  );
  return Buffer.concat([header, samples]);
}

for (const request of asrRequests) {
  test(`${request.program} gets what it asks for (${request.source})`, async () => {
    const boundary = randomBytes(16).toString('hex');
    const body = writeBody(request, boundary, makeRecording(request.target.includes('encode=false')));
    const before = await api.countJobs();
    const asked = api.askKeyless(request.target, {
      method: 'POST',
      headers: { ...request.headers, 'content-type': `multipart/form-data; boundary=${boundary}` },
      body: new Uint8Array(body),
    });
    await Promise.race([
      asked.then(async (response) => assert.equal(response.status, 200, await response.clone().text())),
      api.newJob(before),
    ]);
    const job = await api.newestJob();
    assert.deepEqual([job?.name, job?.mode, job?.durationSeconds], [request.name, 'live', 1]);
    await beginRecognition(api.db(), { jobId: job?.id ?? '', record: makeRecord(), hasPicture: false });
    const wantsSpeakers = request.reads === 'speakers';
    assert.deepEqual(job?.recognitionOptions?.speakers, wantsSpeakers ? 'auto' : undefined);
    await api.complete(job?.id ?? '', 'What was said. And more.', ...(wantsSpeakers ? ['Yes.'] : []));
    const response = await asked;
    const text = await response.text();
    assert.equal(response.status, 200, text);
    assert.equal(response.headers.get('x-longhand-job'), job?.id);
    if (request.reads === 'captions') {
      assert.match(text, /^1\n00:00:00,000 --> 00:00:\d\d,\d{3}\nWhat was said\./);
    } else if (request.reads === 'language') {
      const told = JSON.parse(text) as unknown;
      assert.deepEqual(told, { detected_language: 'english', language_code: 'en', confidence: 1 });
    } else {
      const heard = JSON.parse(text) as { text: string; segments: Array<Record<string, unknown>> };
      assert.equal(heard.text, ` What was said. And more.${wantsSpeakers ? ' Yes.' : ''}`);
      assert.deepEqual(
        heard.segments.map(({ text, start, speaker }) => [text, start, speaker]),
        wantsSpeakers
          ? [
              [' What was said.', 0, 'SPEAKER_00'],
              [' And more.', 1.5, 'SPEAKER_00'],
              [' Yes.', 10, 'SPEAKER_01'],
            ]
          : [
              [' What was said.', 0, undefined],
              [' And more.', 1.5, undefined],
            ],
      );
    }
  });
}

test('Speakr sees that the service is there', async () => {
  // murtaza-nasir/speakr@43f39810, asr_endpoint.py, health_check: any status below 500 of /health
  const response = await api.askKeyless('/health');
  assert.match(await response.text(), /^\{"status":"(?:un)?healthy"\}$/);
  assert.equal(response.headers.get('content-type'), 'application/json');
});
