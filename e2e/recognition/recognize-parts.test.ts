import assert from 'node:assert/strict';
import path from 'node:path';
import { before, test } from 'node:test';
import * as schemas from '#lib/api/v1/schemas';
import { makeClient, type Client } from '#e2e/support/client';
import { countWordErrors, makeRecording, readClips, toWords } from '#e2e/support/speech';
import { useModelService } from '#e2e/support/services/use-model-service';
import type { Longhand } from '#e2e/support/start-longhand';
import { noTestModels, testModels } from '#e2e/support/test-models';
import { makeTwoPeople } from '#e2e/support/two-people';

/* Recognizing parts of a recording again with real models: a passage, and speakers only. */

// Only with --all: recognizes real speech with models.

const skip = testModels() === undefined ? noTestModels : false;

const model = 'sherpa:zipformer-en-3.3m';

let folder = '';
let longhand: Longhand;
let client: Client;

before(async () => {
  if (skip !== false) return;
  ({ longhand, folder } = await useModelService());
  client = makeClient(longhand, (await longhand.createAccount(1000_00)).apiKey);
});

/** Submits a file. Returns the job's id and words once it has ended. */
async function transcribe(file: string, options: Record<string, unknown>) {
  const { id } = await client.submitFile(file, 'audio/wav', options);
  const { status, failure_detail: detail } = await client.ended(id);
  assert.equal(status, 'transcribed', detail);
  return { id, words: await readWords(id) };
}

/** Recognizes part of a recording again, and waits for the end. */
async function recognizeAgain(id: string, part: Record<string, unknown>): Promise<void> {
  const response = await client.request(`/jobs/${id}/recognize`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(part),
  });
  const text = await response.text();
  assert.equal(response.status, 200, text);
  const { status, failure_detail: detail } = await client.ended(schemas.job.parse(JSON.parse(text)).id);
  assert.equal(status, 'transcribed', detail);
}

async function readWords(id: string) {
  const { monologues } = await client.transcript(id);
  return monologues.flatMap(({ speaker, elements }) =>
    elements.map(({ value, ts, end_ts: endTs }) => ({ value, ts, endTs, speaker })),
  );
}

async function readRecord(id: string) {
  const response = await client.request(`/jobs/${id}?include=recognition`);
  return schemas.jobToRead.parse(await response.json()).recognition;
}

test(
  'a passage that PocketSphinx heard wrong is right with the model, and all around it stays PocketSphinx’s',
  { skip },
  async () => {
    const file = path.join(folder, 'passage.wav');
    await makeRecording(file, { seconds: 28 });
    const [first, second, third] = await readClips();
    assert.ok(first && second && third);
    const { id, words: before } = await transcribe(file, { engine: 'pocketsphinx', speakers: 'off' });
    const start = first.seconds + 0.3;
    const end = start + second.seconds + 0.6 + third.seconds + 0.6;
    const isInside = ({ ts, endTs }: (typeof before)[number]) =>
      (ts + endTs) / 2 >= start && (ts + endTs) / 2 < end;
    await recognizeAgain(id, { passage: { start, end }, engine: model });
    const now = await readWords(id);
    assert.deepEqual(
      now.filter((word) => !isInside(word)),
      before.filter((word) => !isInside(word)),
    );
    const reference = [...second.words, ...third.words];
    const countErrors = (words: typeof before) =>
      countWordErrors(
        reference,
        toWords(
          words
            .filter(isInside)
            .map(({ value }) => value)
            .join(' '),
        ),
      );
    assert.ok(
      countErrors(now) < countErrors(before),
      `${countErrors(before)} errors before, ${countErrors(now)} now`,
    );
    const record = await readRecord(id);
    assert.equal(record?.engine_id, 'pocketsphinx');
    assert.equal(record.passages?.[0]?.engine_id, model);
  },
);

test('speakers are told apart again for less, without a word being recognized', { skip }, async () => {
  const { file, spans } = await makeTwoPeople(folder);
  const { id, words: before } = await transcribe(file, { speakers: 'off', engine: model });
  assert.deepEqual([...new Set(before.map(({ speaker }) => speaker))], [0]);
  const balance = await client.balance();
  await recognizeAgain(id, { task: 'speakers', speakers: 2 });
  assert.equal(Math.round((balance - (await client.balance())) * 100), 10);
  const now = await readWords(id);
  const plain = (words: typeof now) => words.map(({ value, ts, endTs }) => [value, ts, endTs]);
  assert.deepEqual(plain(now), plain(before));
  const { speakers } = await client.transcript(id);
  assert.equal(speakers.length, 2);
  const pairs = new Set<string>();
  for (const { ts, endTs, speaker } of now) {
    const middle = (ts + endTs) / 2;
    const said = spans.find(({ from, to }) => from <= middle && middle < to);
    pairs.add(`${said?.speaker} ${speaker}`);
  }
  assert.equal(pairs.size, 2, [...pairs].join());
  const record = await readRecord(id);
  assert.deepEqual(
    [record?.speakers_by, record?.options.speakers, record?.model],
    ['voice', 2, 'zipformer-en-3.3m'],
  );
});
