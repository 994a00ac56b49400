import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { clientRequests, writeBody } from '#e2e/support/openai/client-requests';
import { serveApi } from '#e2e/support/openai/serve-api';
import { waitFor } from '#e2e/support/wait';

/* The exact requests of real-world programs, and the parts of the answer that they read. */

const api = await serveApi();

for (const request of clientRequests) {
  test(`${request.program} gets its transcript (${request.source})`, async () => {
    const boundary = `----${randomBytes(12).toString('hex')}`;
    const body = writeBody(request, boundary, randomBytes(32_044));
    const key = api.account.keys.test;
    const basic = `Basic ${Buffer.from(`longhand:${key}`).toString('base64')}`;
    const before = await api.countJobs();
    const asked = api.ask('/v1/audio/transcriptions', {
      method: 'POST',
      headers: {
        ...request.headers,
        authorization: request.authorization === 'Basic' ? basic : `Bearer ${key}`,
        'content-type': `multipart/form-data; boundary=${boundary}`,
      },
      body: new Uint8Array(body),
    });
    await waitFor('the job', async () => ((await api.countJobs()) > before ? true : undefined));
    const job = await api.newestJob();
    assert.match(job?.name ?? '', /\.\w+$/);
    await api.complete(job?.id ?? '', 'What was said.');
    const response = await asked;
    const text = await response.text();
    assert.equal(response.status, 200, text);
    if (request.reads === 'body') {
      // These clients read the length from the last time.
      assert.match(text, /\d\d:\d\d:\d\d[.,]\d{3}[\s\S]*What was said\./);
      return;
    }
    const heard = JSON.parse(text) as { text: string; segments?: Array<{ end: number }> };
    assert.equal(heard.text, 'What was said.');
    if (request.reads === 'text of verbose json') assert.equal(heard.segments?.at(-1)?.end, 1.4);
  });
}

test('Nextcloud sees that there is speech recognition: its probe is refused with neither 401 nor 404', async () => {
  // nextcloud/integration_openai@d8072607 lib/Service/OpenAiAPIService.php, isSTTAvailable
  const form = new FormData();
  form.append('model', 'invalid-model');
  form.append('file', new Blob(['a']), 'file.mp3');
  const response = await api.ask('/v1/audio/translations', { method: 'POST', body: form });
  assert.equal(response.status, 400);
});

test('a client that lists models to check its key finds the engines and OpenAI’s names', async () => {
  const listed = [];
  for await (const model of api.client(api.account.keys.read).models.list()) listed.push(model.id);
  assert.deepEqual(listed.slice(0, 3), ['pocketsphinx', 'openai', 'whisper-1']);
  for (const id of listed.slice(0, 5)) assert.equal((await api.client().models.retrieve(id)).id, id);
});
