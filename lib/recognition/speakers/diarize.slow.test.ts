import assert from 'node:assert/strict';
import { mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { noTestModels, testModels } from '#e2e/support/test-models';
import { loudRange, readVoice, silence, voices } from '#e2e/support/voices';
import { assignSpeakers } from '#lib/recognition/speakers/assign-speakers';
import { buildMonologues } from '#lib/recognition/words/build-monologues';
import { diarize } from '#lib/recognition/speakers/diarize';
import { EngineFailure } from '#lib/recognition/engine';
import { speechPool, type SpeechPool } from '#lib/recognition/speech/speech-pool';
import type { MachineWord } from '#lib/transcript/model';

// Only with --all: minutes of speech.

const models = testModels();
/** The threshold of the test models' embedding. */
const threshold = 0.25;

describe('speakers', { skip: models === undefined ? noTestModels : false }, () => {
  let folder = '';
  let pool: SpeechPool;
  const at = (name: string) => path.join(folder, name);
  const never = new AbortController().signal;
  const segmentation = path.join(models ?? '', 'pyannote-segmentation-3.0-int8', 'model.int8.onnx');

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'diarize-'));
    const embedding = path.join(models ?? '', 'fbank-embedding', 'model.onnx');
    const config = { segmentation, embedding, threads: 1, threshold };
    pool = speechPool('diarization', { config, size: 1, idleMs: 60_000 });
  });
  after(async () => {
    await pool.close();
    await rm(folder, { recursive: true });
  });

  /**
   * Writes two people speaking alternately, and returns words of 0.3 s wherever one of them is loud, with their
   * speaker.
   */
  async function makeDialog(file: string, rounds: number) {
    const [one = '', two = '', three = ''] = voices.first;
    const [forward = '', something = '', numbers = ''] = voices.second;
    const round = [
      [0, one],
      [1, forward],
      [1, something],
      [0, two],
      [1, numbers],
      [0, three],
    ] as const;
    const parts: Buffer[] = [];
    const words: MachineWord[] = [];
    const expected: number[] = [];
    let lengthMs = 0;
    for (const [speaker, clip] of Array.from({ length: rounds }, () => round).flat()) {
      const pcm = await readVoice(clip);
      const { startMs, endMs } = loudRange(pcm);
      for (let fromMs = startMs; fromMs + 350 <= endMs; fromMs += 350) {
        words.push({ text: clip, startMs: lengthMs + fromMs, endMs: lengthMs + fromMs + 300 });
        expected.push(speaker);
      }
      parts.push(pcm, silence(800));
      lengthMs += pcm.length / 32 + 800;
    }
    await writeFile(file, Buffer.concat(parts));
    return { words, expected, totalMs: lengthMs };
  }

  for (const speakers of [2, 'auto'] as const) {
    test(`two people in alternation: every word has the right speaker, number: ${speakers}`, async () => {
      const { words, expected, totalMs } = await makeDialog(at('dialog.pcm'), 1);
      const turns = await diarize(at('dialog.pcm'), totalMs, { speakers, threshold }, pool, never);
      const spoken = assignSpeakers(words, turns);
      assert.deepEqual(spoken.wordSpeakers, expected);
      assert.equal(spoken.speakers.length, 2);
      assert.deepEqual(
        buildMonologues(words, spoken.wordSpeakers).map(({ speaker }) => speaker),
        [0, 1, 0, 1, 0],
      );
    });

    test(`a recording of several windows has the same speakers in all, number: ${speakers}`, async () => {
      const { words, expected, totalMs } = await makeDialog(at('long.pcm'), 3);
      const options = { speakers, threshold, windowMs: 50_000 };
      const turns = await diarize(at('long.pcm'), totalMs, options, pool, never);
      assert.deepEqual(assignSpeakers(words, turns).wordSpeakers, expected);
    });
  }

  test('silence, one second of speech and less than that have at most one speaker', async () => {
    const pcm = await readVoice(voices.first[0] ?? '');
    await writeFile(at('zeros.pcm'), silence(30_000));
    await writeFile(at('second.pcm'), pcm.subarray(32 * 300, 32 * 1300));
    await writeFile(at('short.pcm'), pcm.subarray(32 * 300, 32 * 350));
    for (const name of ['zeros.pcm', 'second.pcm', 'short.pcm']) {
      for (const speakers of ['auto', 3] as const) {
        const totalMs = (await stat(at(name))).size / 32;
        const turns = await diarize(at(name), totalMs, { speakers, threshold }, pool, never);
        assert.ok(turns.length <= 1, `${name}: ${JSON.stringify(turns)}`);
        assert.ok(turns.every(({ startMs, endMs }) => startMs < endMs && endMs <= totalMs));
      }
    }
  });

  test('a model that is none is a failure of the engine', async () => {
    await writeFile(at('garbage.onnx'), 'no model');
    const config = { segmentation, embedding: at('garbage.onnx'), threads: 1, threshold };
    const broken = speechPool('diarization', { config, size: 1, idleMs: 1000 });
    try {
      await writeFile(at('any.pcm'), silence(1000));
      await assert.rejects(
        diarize(at('any.pcm'), 1000, { speakers: 'auto', threshold }, broken, never),
        EngineFailure,
      );
    } finally {
      await broken.close();
    }
  });
});
