import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { makeClient, type Client } from '#e2e/support/client';
import { makeSandboxKey } from '#e2e/support/make-sandbox-key';
import { makeTranscript } from '#e2e/support/editor/make-transcript';
import { useLonghand, type SharedLonghand } from '#e2e/support/start-longhand';

/* Transcripts made elsewhere, over HTTP against the built service. */

let longhand: SharedLonghand;
let account: { id: string; apiKey: string };
let client: Client;

before(async () => {
  longhand = await useLonghand();
  account = await longhand.createAccount();
  client = makeClient(longhand, account.apiKey);
});
after(() => longhand?.stop());

const put = async (id: string, body: BodyInit, query = ''): Promise<Record<string, unknown>> => {
  const response = await client.request(`/jobs/${id}/transcript${query}`, { method: 'PUT', body });
  const answer = (await response.json()) as Record<string, unknown>;
  assert.equal(response.status, 200, JSON.stringify(answer));
  return answer;
};

test('what Longhand exports comes back as it was: text, JSON, Word and WebVTT are no change', async () => {
  const id = await makeTranscript(longhand, account, { words: 400, monologues: 8 });
  const [, first = '', ...rest] = (await client.text(id)).split(/Speaker \d: {4}\d\d:\d\d {4}/);
  const edited = [
    `Ann Lee: ${first.trim()} [laughter] indeed.`,
    ...rest.map((text, i) => `${i % 2 === 0 ? 'Ben' : 'Ann Lee'}: ${text.trim()}`),
  ];
  const { revision, paragraphs } = await put(id, edited.join('\n\n'));
  assert.deepEqual([revision, paragraphs], [1, 8]);
  const { speakers, monologues } = await client.transcript(id);
  assert.deepEqual(
    speakers.map(({ name }) => name),
    ['Ann Lee', 'Ben'],
  );
  assert.ok(monologues[0]?.elements.some(({ type, value }) => type === 'tag' && value === '[laughter]'));
  for (const [accept, path] of [
    ['text/plain', 'transcript'],
    ['application/json', 'transcript'],
    ['application/vnd.longhand.transcript+json', 'transcript'],
    ['application/msword', 'transcript'],
    ['text/vtt', 'captions'],
  ] as const) {
    const exported = await client.request(`/jobs/${id}/${path}`, { headers: { accept } });
    const answer = await put(id, await exported.blob());
    assert.equal(answer['revision'], 1, `${accept}: ${await client.text(id)}`);
  }
});

test('a job of the sandbox is imported into with a sandbox key alone', async () => {
  const sandbox = makeClient(longhand, await makeSandboxKey(longhand, account.id));
  const submitted = new FormData();
  submitted.set('media', new Blob(['x'], { type: 'audio/wav' }), 'talk.wav');
  const { id } = (await (await sandbox.request('/jobs', { method: 'POST', body: submitted })).json()) as {
    id: string;
  };
  await sandbox.ended(id);
  const text = await sandbox.text(id);
  const live = await client.request(`/jobs/${id}/transcript`, { method: 'PUT', body: text });
  assert.equal(live.status, 404);
  const own = await sandbox.request(`/jobs/${id}/transcript`, {
    method: 'PUT',
    body: `${text}\nSo it is.\n`,
  });
  assert.equal(own.status, 200, await own.text());
  assert.match(await sandbox.text(id), /So it is\.\n$/);
});
