import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { makeTestFolder } from '#e2e/support/temporary-folder';
import { EngineFailure } from '#lib/recognition/engine';
import { separateSpeakers } from '#lib/recognition/speakers/separate-speakers';

const folder = await makeTestFolder();

/** Writes a channel of two seconds that hums between two times, in milliseconds. */
async function makeChannel(name: string, from: number, to: number): Promise<string> {
  const file = path.join(folder, name);
  const samples = Int16Array.from({ length: 32_000 }, (_, i) =>
    Math.round((i >= from * 16 && i < to * 16 ? 8000 : 80) * Math.sin(i / 10)),
  );
  await writeFile(file, samples);
  return file;
}

const words = [0, 500, 1000, 1500].map((startMs) => ({ text: 'word', startMs, endMs: startMs + 400 }));
const { signal } = new AbortController();
const none = { diarization: undefined };

test('in a recording of two channels, a word is that of the louder one, and Speaker 1 speaks first', async () => {
  const channels = [await makeChannel('left', 900, 2000), await makeChannel('right', 0, 950)];
  const sound = { mixed: '', channels, totalMs: 2000 };
  const record = { speakersBy: 'channel', options: { speakers: 2 } } as const;
  const separated = await separateSpeakers(words, sound, none, record, signal);
  assert.deepEqual(separated, {
    words,
    speakers: [
      { id: 0, name: 'Speaker 1' },
      { id: 1, name: 'Speaker 2' },
    ],
    monologues: [
      { id: 0, speaker: 0, from: 0, to: 2 },
      { id: 1, speaker: 1, from: 2, to: 4 },
    ],
  });
});

test('a single speaker needs no model, and several do', async () => {
  const sound = { mixed: await makeChannel('mixed', 0, 2000), channels: [], totalMs: 2000 };
  const one = { speakersBy: 'none', options: { speakers: 1 } } as const;
  const { speakers, monologues } = await separateSpeakers(words, sound, none, one, signal);
  assert.deepEqual([speakers.length, monologues.length], [1, 1]);
  for (const speakersBy of ['none', 'voice'] as const) {
    const record = { speakersBy, options: { speakers: 'auto' } } as const;
    await assert.rejects(separateSpeakers(words, sound, none, record, signal), EngineFailure);
  }
});
