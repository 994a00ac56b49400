import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { contract, richTranscriptFormat } from '#lib/api/v1/contract';
import { recognition as recognitionRecord } from '#lib/api/v1/recognition-schemas';
import * as schemas from '#lib/api/v1/schemas';
import { connect } from '#lib/db/connect';
import { makeClient, type Client } from '#e2e/support/client';
import { useLonghand, type SharedLonghand } from '#e2e/support/start-longhand';
import { makeJob } from '#e2e/support/make-job';
import { makeSandboxKey } from '#e2e/support/make-sandbox-key';
import { makeRecord } from '#e2e/support/recognition-record';

/* Recognition details in the API: shown on request only. */

const record = makeRecord({ speed: 2.5 });

let longhand: SharedLonghand;
let client: Client;
let sandbox: Client;
let jobId: string;

before(async () => {
  longhand = await useLonghand();
  const account = await longhand.createAccount();
  client = makeClient(longhand, account.apiKey);
  sandbox = makeClient(longhand, await makeSandboxKey(longhand, account.id));
  const connection = connect(longhand.databaseUrl, { max: 1 });
  const words = 'there was a young man';
  jobId = (await makeJob(connection.db, account.id, { words, recognition: record })).id;
  await connection.close();
});
after(() => longhand?.stop());

test('a job shows its recognition to those who ask, and to nobody else', async () => {
  const shown = async (query: string) =>
    (await (await client.request(`/jobs/${jobId}${query}`)).json()) as Record<string, unknown>;
  const { recognition, ...job } = await shown('?include=recognition');
  assert.equal(recognitionRecord.parse(recognition).speed, 2.5);
  assert.deepEqual(await shown(''), schemas.job.parse(job));
  const [listed] = (await (await client.request('/jobs?limit=1000')).json()) as unknown[];
  schemas.job.parse(listed);
});

test('the rich transcript is given to those who name it, and its words are those of the JSON form', async () => {
  const ask = (type: string) => client.request(`/jobs/${jobId}/transcript`, { headers: { accept: type } });
  const answer = await ask(`${richTranscriptFormat}, */*;q=0.1`);
  assert.equal(answer.headers.get('content-type'), richTranscriptFormat);
  const rich = schemas.richTranscript.parse(await answer.json());
  assert.equal(rich.recognition?.engine, 'pocketsphinx');
  assert.deepEqual(
    rich.monologues[0]?.elements.map(({ confidence, language, speaker }) => [confidence, language, speaker]),
    Array.from({ length: 5 }, () => [1, 'en', 0]),
  );
  const plain = schemas.transcript.parse(await (await ask('application/*')).json());
  const values = (monologues: typeof plain.monologues) =>
    monologues.flatMap(({ elements }) => elements.map(({ value, ts, end_ts: endTs }) => [value, ts, endTs]));
  assert.deepEqual(values(rich.monologues), values(plain.monologues));
  const refused = (await (await ask('image/png')).json()) as Record<string, unknown>;
  assert.deepEqual(refused['allowed_values'], contract.getTranscript.formats);
});

test('a vocabulary is saved, and a key of the sandbox only gets the answer', async () => {
  const put = async (by: Client, vocabulary: string[]) => {
    const headers = { 'content-type': 'application/json' };
    const body = JSON.stringify({ vocabulary });
    return (await by.request('/account/vocabulary', { method: 'PUT', headers, body })).json();
  };
  const saved = { vocabulary: ['Mr. Dashwood', 'Norland'] };
  assert.deepEqual(await put(client, ['Mr.  Dashwood', 'Norland', 'Norland ']), saved);
  assert.deepEqual(await put(sandbox, [' Barton ']), { vocabulary: ['Barton'] });
  assert.deepEqual(await (await client.request('/account/vocabulary')).json(), saved);
});

test('a body that is too long is refused, and the connection stays open', async () => {
  for (const path of ['/jobs', '/account/vocabulary']) {
    const answer = await client.request(path, {
      method: path === '/jobs' ? 'POST' : 'PUT',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ vocabulary: ['x'.repeat(4 * 1024 * 1024)] }),
    });
    assert.equal(answer.status, 413);
    await answer.text();
    assert.equal((await client.request('/account')).status, 200);
  }
});
