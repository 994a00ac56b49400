import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { test } from 'node:test';
import { countWordErrors, ffmpeg, readClips, toWords } from '#e2e/support/speech';
import { decodeAudio } from '#lib/media/decode-audio';
import { pocketsphinx } from '#lib/recognition/engines/pocketsphinx/pocketsphinx';
import { recognizePieces } from '#lib/recognition/pieces/recognize-pieces';
import { planRecording } from '#lib/recognition/pieces/plan-recording';

// Only with --all: minutes of speech.

/** Seconds between the turns of a call. */
const pause = 0.5;

/** Returns the words of a call, by turn; the shortest clips suffice. */
const readTurns = async () => (await readClips()).slice(1, 3);

/**
 * Writes a call of two people who read clips in turn, each in one channel, and 20 dB quieter and slightly later in the
 * other's.
 */
async function recordCall(file: string): Promise<void> {
  const clips = await readTurns();
  const side = (first: number) =>
    clips
      .map((_, i) => `[${i}]volume=${i % 2 === first ? 1 : 0},apad=pad_dur=${pause}[${first}${i}]`)
      .concat(`${clips.map((_, i) => `[${first}${i}]`).join('')}concat=n=${clips.length}:v=0:a=1[c${first}]`);
  const inputs = clips.flatMap((clip) => ['-i', clip.file]);
  const leak = 'volume=-20dB,adelay=6';
  const graph = [
    ...side(0),
    ...side(1),
    '[c0]asplit[own0][out0]',
    '[c1]asplit[own1][out1]',
    `[out0]${leak}[in1]`,
    `[out1]${leak}[in0]`,
    '[own0][in0]amix=normalize=0[left]',
    '[own1][in1]amix=normalize=0[right]',
    '[left][right]join=inputs=2:channel_layout=stereo[call]',
  ];
  await ffmpeg(...inputs, '-filter_complex', graph.join(';'), '-map', '[call]', '-ar', '16000', file);
}

test('a voice that both microphones of a call hear is written once, as who speaks', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'call-'));
  const engine = pocketsphinx({ parallel: 2 });
  try {
    const file = path.join(folder, 'call.wav');
    await recordCall(file);
    const { channels, durationSeconds } = await decodeAudio(file, path.join(folder, 'audio.s16le'), {
      maxSeconds: 60,
    });
    assert.equal(channels.length, 2);
    const sound = { channels, totalMs: Math.round(1000 * durationSeconds) };
    const { signal } = new AbortController();
    const { pieces } = planRecording(sound, { engine, voiceActivity: undefined, signal });
    const heard = await recognizePieces(engine, sound, pieces, {
      known: [],
      asked: { language: undefined, vocabulary: [] },
      onPiece: async () => {},
      signal,
    });
    const clips = await readTurns();
    for (const channel of [0, 1]) {
      const said = clips.flatMap(({ words }, i) => (i % 2 === channel ? words : []));
      const words = heard
        .filter(({ piece }) => piece.channel === channel)
        .flatMap((result) => result.words.map(({ text }) => text));
      const errors = countWordErrors(said, toWords(words.join(' ')));
      // This recognizer gets a third of the words wrong; each word of the other speaker would be one more.
      assert.ok(
        errors <= said.length / 2,
        `channel ${channel}: ${errors} of ${said.length}: ${words.join(' ')}`,
      );
    }
  } finally {
    await engine.close();
    await rm(folder, { recursive: true });
  }
});
