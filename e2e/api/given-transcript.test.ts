import assert from 'node:assert/strict';
import { openAsBlob } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { z } from 'zod';
import * as schemas from '#lib/api/v1/schemas';
import { makeClient, type Client, type JobView } from '#e2e/support/client';
import { assertLedgerAddsUp } from '#e2e/support/ledger';
import { makeSandboxKey } from '#e2e/support/make-sandbox-key';
import { readClips, type Clip } from '#e2e/support/speech';
import { useLonghand, type SharedLonghand } from '#e2e/support/start-longhand';

/* Texts submitted with their recordings, over HTTP against the built service. */

let longhand: SharedLonghand;
let account: { id: string; apiKey: string };
let client: Client;
let clip: Clip;

before(async () => {
  longhand = await useLonghand();
  account = await longhand.createAccount();
  client = makeClient(longhand, account.apiKey);
  const [first] = await readClips();
  assert.ok(first !== undefined);
  clip = first;
});
after(() => longhand?.stop());

async function makeForm(...texts: string[]): Promise<FormData> {
  const form = new FormData();
  for (const text of texts) form.append('transcript', text);
  form.set('media', await openAsBlob(clip.file, { type: 'audio/wav' }), path.basename(clip.file));
  return form;
}

async function submit(text: string, options: Record<string, unknown> = {}): Promise<JobView> {
  const form = await makeForm(text);
  form.set('options', JSON.stringify(options));
  const response = await client.request('/jobs', { method: 'POST', body: form });
  const answer = await response.text();
  assert.equal(response.status, 200, answer);
  return schemas.job.parse(JSON.parse(answer));
}

const readMachine = async (id: string) => {
  const response = await client.request(`/jobs/${id}/transcript?version=machine`);
  return schemas.transcript.parse(await response.json());
};

async function readCharge(id: string): Promise<number> {
  const [row] = await longhand.sql`
    select coalesce(sum(amount_cents), 0)::int as cents from ledger_entries where job_id = ${id}`;
  return z.object({ cents: z.number() }).parse(row).cents;
}

/** The recognizer's words for the clip. */
async function hear(): Promise<Element[]> {
  const { id } = await client.submitFile(clip.file, 'audio/wav');
  assert.equal((await client.ended(id)).task, undefined);
  return (await readMachine(id)).monologues.flatMap(({ elements }) => elements);
}

type Element = z.output<typeof schemas.element>;

test('the transcript is the text that came with the recording, with the times of what is heard, for less', async () => {
  const heard = await hear();
  const [first = '', second = '', ...rest] = heard.map(({ value }) => value);
  const text = `Ann: ${first} [laughs] ${second}\n\nBen: ${rest.join(' ')} indeed`;
  const job = await submit(text);
  assert.equal(job.task, 'align');
  const ended = await client.ended(job.id);
  assert.deepEqual([ended.status, ended.task], ['transcribed', 'align'], ended.failure_detail);
  const { speakers, monologues } = await readMachine(job.id);
  assert.deepEqual(speakers, [
    { id: 0, name: 'Ann' },
    { id: 1, name: 'Ben' },
  ]);
  const elements = monologues.flatMap((monologue) => monologue.elements);
  assert.deepEqual(
    elements.map(({ type, value }) => (type === 'tag' ? `tag ${value}` : value)),
    [first, 'tag [laughs]', second, ...rest, 'indeed'],
  );
  const words = elements.filter(({ type, value }) => type === 'text' && value !== 'indeed');
  assert.deepEqual(
    words.map(({ ts }) => ts),
    heard.map(({ ts }) => ts),
  );
  const latest = await client.transcript(job.id);
  assert.deepEqual(latest.monologues, monologues);
  assert.equal(await readCharge(job.id), -10, 'a minute is 25 cents where it is recognized');
  const read = await client.request(`/jobs/${job.id}?include=recognition`);
  const { recognition } = schemas.jobToRead.parse(await read.json());
  assert.match(recognition?.words ?? '', /mixed|aligned|timed/);
  assert.deepEqual(recognition?.notes, ['text_given']);
  const again = await client.request(`/jobs/${job.id}/recognize`, { method: 'POST' });
  const run = schemas.job.parse(await again.json());
  assert.deepEqual([(await client.ended(run.id)).status, run.task], ['transcribed', undefined]);
  assert.deepEqual((await readMachine(job.id)).monologues, monologues, 'the original stays');
  assert.doesNotMatch(await client.text(job.id), /indeed/);
  assert.equal(await readCharge(run.id), -25);
  await assertLedgerAddsUp(longhand.sql, [account.id]);
});

test('the text of another recording fails the job with its measure, and costs nothing', async () => {
  const before = await client.balance();
  const { id } = await submit(
    'Nothing of what is written here was ever said in this recording by anyone at all.',
  );
  const { status, failure, failure_detail: detail } = await client.ended(id);
  assert.deepEqual([status, failure], ['failed', 'invalid_media']);
  assert.match(
    detail ?? '',
    /^The transcript has too little in common with the recording: \d+% of the words match, 30% are required\. Nothing was charged\.$/,
  );
  assert.equal(await readCharge(id), 0);
  assert.equal(await client.balance(), before);
});

test('a transcript that can’t be read is refused by name, and so are two, and one without media', async () => {
  const refused = async (form: FormData, parameters: Record<string, string[]>) => {
    const response = await client.request('/jobs', { method: 'POST', body: form });
    assert.equal(response.status, 400);
    assert.deepEqual(
      z.object({ parameters: z.unknown() }).parse(await response.json()).parameters,
      parameters,
    );
  };
  await refused(await makeForm(' \n'), { transcript: ['The file has no text.'] });
  await refused(await makeForm('{"a": 1}'), { transcript: ['This JSON has no transcript in a known form.'] });
  await refused(await makeForm('%PDF-1.7'), {
    transcript: ['PDF can’t be imported. Send text or a Word document.'],
  });
  await refused(await makeForm('One.', 'Two.'), { transcript: ['Send exactly one transcript part.'] });
  const alone = new FormData();
  alone.set('transcript', 'One.');
  await refused(alone, { media: ['The media part is required.'] });
});

test('the earlier revision passes over the part', async () => {
  const form = await makeForm('Nothing of this was said.');
  form.set('options', '{}');
  const response = await fetch(`${longhand.baseUrl}/api/v1/jobs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${account.apiKey}` },
    body: form,
  });
  const { id } = z.object({ id: z.string() }).parse(await response.json());
  assert.equal((await client.ended(id)).status, 'transcribed');
});

test('a job of the sandbox has the text, too', async () => {
  const sandbox = makeClient(longhand, await makeSandboxKey(longhand, account.id));
  const body = await makeForm('Ann: Hello there.\n\nBen: Good morning.');
  body.set('options', JSON.stringify({ metadata: 'delay:0s' }));
  const response = await sandbox.request('/jobs', { method: 'POST', body });
  const { id, task } = schemas.job.parse(await response.json());
  assert.equal(task, 'align');
  await sandbox.ended(id);
  assert.equal(await sandbox.text(id), 'Ann:    00:00    Hello there.\n\nBen:    00:00    Good morning.\n');
});
