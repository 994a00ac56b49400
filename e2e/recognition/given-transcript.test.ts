import assert from 'node:assert/strict';
import { openAsBlob } from 'node:fs';
import path from 'node:path';
import { after, before, test } from 'node:test';
import type { z } from 'zod';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import * as schemas from '#lib/api/v1/schemas';
import { makeClient, type Client } from '#e2e/support/client';
import { makeRecording, readClips } from '#e2e/support/speech';
import { useLonghand, type SharedLonghand } from '#e2e/support/start-longhand';
import { linkWords } from '#lib/transcript/align/link-words';
import { wordForm } from '#lib/transcript/align/word-form';

/*
 * Texts of real speech, timed by a real recognizer: the reference texts of the five LibriVox clips, in one recording.
 */

// Only with --all: recognizes two minutes of speech.

type Word = z.output<typeof schemas.element>;

const folder = await makeTestFolder();
let longhand: SharedLonghand;
let client: Client;
let file = '';
/** The recognizer's words, and the spoken ones. */
let heard: Word[] = [];
let said: string[] = [];

before(async () => {
  longhand = await useLonghand();
  client = makeClient(longhand, (await longhand.createAccount(1000_00)).apiKey);
  file = path.join(folder, 'clips.wav');
  const clips = await readClips();
  said = clips.flatMap(({ words }) => words);
  const seconds = clips.reduce((sum, clip) => sum + clip.seconds + 0.6, 0);
  await makeRecording(file, { seconds });
  const { id } = await client.submitFile(file, 'audio/wav', { engine: 'pocketsphinx' });
  heard = await readWords(id);
});
after(() => longhand?.stop());

async function readWords(id: string): Promise<Word[]> {
  const job = await client.ended(id);
  assert.equal(job.status, 'transcribed', job.failure_detail);
  const response = await client.request(`/jobs/${id}/transcript?version=machine`);
  const { monologues } = schemas.transcript.parse(await response.json());
  return monologues.flatMap(({ elements }) => elements);
}

/** Submits the recording with a text. Returns the job's words. */
async function time(text: string): Promise<Word[]> {
  const form = new FormData();
  form.set('options', JSON.stringify({ engine: 'pocketsphinx' }));
  form.set('transcript', text);
  form.set('media', await openAsBlob(file, { type: 'audio/wav' }), 'clips.wav');
  const response = await client.request('/jobs', { method: 'POST', body: form });
  const { id } = schemas.job.parse(await response.json());
  return readWords(id);
}

/** Differences between the starts of the same words in two transcripts, in whole milliseconds, in ascending order. */
function listOffsets(words: readonly Word[], others: readonly Word[]): number[] {
  const links = linkWords(
    words.map(({ value }) => value),
    others.map(({ value }) => value),
  );
  const offsets = words.flatMap((word, i) => {
    const other = others[links[i] ?? -1];
    const isSame = other !== undefined && wordForm(other.value) === wordForm(word.value);
    return isSame ? [Math.abs(Math.round((word.ts - other.ts) * 1000))] : [];
  });
  return offsets.toSorted((a, b) => a - b);
}

const at = (offsets: readonly number[], share: number) =>
  offsets[Math.min(offsets.length - 1, Math.floor(offsets.length * share))] ?? Infinity;

let timed: Word[] = [];

test('the words of the references begin where the recognizer heard them', async (t) => {
  timed = await time(said.join(' '));
  assert.deepEqual(
    timed.map(({ value }) => value),
    said,
  );
  const offsets = listOffsets(timed, heard);
  t.diagnostic(
    `${offsets.length} of ${said.length} words: median ${at(offsets, 0.5)} ms, p95 ${at(offsets, 0.95)} ms`,
  );
  assert.ok(offsets.length > said.length / 2);
  assert.ok(at(offsets, 0.5) <= 80, `median ${at(offsets, 0.5)} ms`);
  for (const [i, { ts, end_ts: end }] of timed.entries()) {
    assert.ok(ts <= end && ts >= (timed[i - 1]?.ts ?? 0), `word ${i}`);
  }
});

test('ten errors of typing move no other word, and have times of their own', async (t) => {
  const every = Math.floor(said.length / 10);
  const mistyped = said.map((word, i) => (i % every === 3 ? `${word.slice(0, 1)}${word.slice(2)}x` : word));
  const words = await time(`READER: ${mistyped.join(' ')}`);
  assert.deepEqual(
    words.map(({ value }) => value),
    mistyped,
  );
  const others = listOffsets(words, timed);
  const errors = words
    .flatMap((word, i) => (word.value === said[i] ? [] : [Math.abs(word.ts - (timed[i]?.ts ?? 0)) * 1000]))
    .toSorted((a, b) => a - b);
  t.diagnostic(
    `others: p95 ${at(others, 0.95)} ms; the ${errors.length} errors: median ${at(errors, 0.5)} ms`,
  );
  assert.ok(errors.length >= 10);
  assert.ok(at(others, 0.5) <= 80 && at(errors, 0.5) <= 80);
});

test('captions that are 2 s late and run 4% slow are put right', async (t) => {
  const clock = (seconds: number) =>
    new Date(Math.round((2 + seconds * 1.04) * 1000)).toISOString().slice(11, 23).replace('.', ',');
  const cues = Array.from({ length: Math.ceil(timed.length / 6) }, (_, i) => {
    const own = timed.slice(i * 6, i * 6 + 6);
    const text = own.map(({ value }) => value).join(' ');
    return `${i + 1}\n${clock(own[0]?.ts ?? 0)} --> ${clock(own.at(-1)?.end_ts ?? 0)}\n${text}\n`;
  });
  const words = await time(cues.join('\n'));
  const offsets = words.map((word, i) => Math.abs(word.ts - (timed[i]?.ts ?? 0)) * 1000);
  offsets.sort((a, b) => a - b);
  t.diagnostic(`median ${at(offsets, 0.5)} ms, p95 ${at(offsets, 0.95)} ms`);
  assert.equal(words.length, timed.length);
  assert.ok(at(offsets, 0.5) <= 80 && at(offsets, 0.95) <= 400);
});
