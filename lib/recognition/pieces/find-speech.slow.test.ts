import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, test } from 'node:test';
import { promisify } from 'node:util';
import { noTestModels, testModels } from '#e2e/support/test-models';
import { loudRange, readVoice, silence, voices } from '#e2e/support/voices';
import { findQuietPoint } from '#lib/recognition/pieces/find-quiet-point';
import { findSpeech } from '#lib/recognition/pieces/find-speech';
import { measureLevels, trackFrames } from '#lib/media/sound/frames';
import { toVoiceGain } from '#lib/recognition/pieces/voice-gain';
import { type Span, sumSpans } from '#lib/recognition/pieces/piece';
import { type ChannelPiece, packPieces } from '#lib/recognition/pieces/pack-pieces';
import { speechPool, type SpeechPool } from '#lib/recognition/speech/speech-pool';

// Only with --all: minutes of speech.

const models = testModels();

describe('Silero', { skip: models === undefined ? noTestModels : false }, () => {
  let folder = '';
  let pool: SpeechPool;
  const at = (name: string) => path.join(folder, name);
  const never = new AbortController().signal;

  before(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'find-speech-'));
    const config = { path: path.join(models ?? '', 'silero-vad', 'silero_vad.onnx'), threads: 1 };
    pool = speechPool('voice-activity', { config, size: 1, idleMs: 60_000 });
  });
  after(async () => {
    await pool.close();
    await rm(folder, { recursive: true });
  });

  async function* listen(file: string): AsyncGenerator<Span> {
    const totalMs = (await stat(file)).size / 32;
    const gain = toVoiceGain(await measureLevels(file, trackFrames, never));
    yield* findSpeech({ pcmPath: file, totalMs, gain }, pool, never);
  }

  async function find(file: string): Promise<Span[]> {
    const spans: Span[] = [];
    for await (const span of listen(file)) {
      if (span.endMs > span.startMs) spans.push(span);
    }
    return spans;
  }

  async function pack(file: string): Promise<ChannelPiece[]> {
    const totalMs = (await stat(file)).size / 32;
    const pieces: ChannelPiece[] = [];
    const options = {
      channel: 0,
      totalMs,
      maxMs: 28_000,
      findQuietPoint: (span: Span) => findQuietPoint(file, span),
    };
    for await (const piece of packPieces(listen(file), options)) pieces.push(piece);
    assert.equal(
      pieces.reduce((sum, { coversMs }) => sum + coversMs, 0),
      totalMs,
    );
    return pieces;
  }

  /** Writes clips one after the other, each after 3 s of silence, and returns their loud spans. */
  async function makeRecording(file: string, clips: readonly string[]): Promise<Span[]> {
    const parts: Buffer[] = [];
    const loud: Span[] = [];
    let lengthMs = 0;
    for (const clip of clips) {
      const pcm = await readVoice(clip);
      const { startMs, endMs } = loudRange(pcm);
      loud.push({ startMs: lengthMs + 3000 + startMs, endMs: lengthMs + 3000 + endMs });
      parts.push(silence(3000), pcm);
      lengthMs += 3000 + pcm.length / 32;
    }
    await writeFile(file, Buffer.concat([...parts, silence(3000)]));
    return loud;
  }

  test('speech between silences is found to 0.3 s, across the edges of blocks too', async () => {
    const round = [...voices.first, ...voices.second];
    const clips = [...round, ...round];
    const loud = await makeRecording(at('clips.pcm'), clips);
    const spans = await find(at('clips.pcm'));
    for (const { startMs, endMs } of loud) {
      const inside = spans.filter((span) => span.endMs > startMs - 1000 && span.startMs < endMs + 1000);
      const [first, last] = [inside[0], inside.at(-1)];
      assert.ok(first && last, `speech from ${startMs}`);
      assert.ok(Math.abs(first.startMs - startMs) <= 300, `${first.startMs} for ${startMs}`);
      assert.ok(Math.abs(last.endMs - endMs) <= 300, `${last.endMs} for ${endMs}`);
    }
    const within = ({ startMs, endMs }: Span) =>
      loud.some((clip) => startMs >= clip.startMs - 300 && endMs <= clip.endMs + 300);
    assert.ok(spans.every(within), 'and none elsewhere');
  });

  test('soft speech, and speech on a direct current, is found as well as any other', async () => {
    await makeRecording(at('usual.pcm'), voices.first);
    const usual = await find(at('usual.pcm'));
    const bytes = await readFile(at('usual.pcm'));
    const samples = new Int16Array(bytes.buffer, bytes.byteOffset, bytes.length >> 1);
    const changes: Record<string, (sample: number) => number> = {
      'soft.pcm': (sample) => sample / 30,
      'softest.pcm': (sample) => sample / 200,
      'offset.pcm': (sample) => sample / 3 + 12_000,
    };
    for (const [name, change] of Object.entries(changes)) {
      await writeFile(at(name), new Uint8Array(samples.map((sample) => Math.round(change(sample))).buffer));
      const found = await find(at(name));
      const near = (span: Span | undefined, other: Span | undefined) =>
        span !== undefined && other !== undefined && Math.abs(span.startMs - other.startMs) <= 300;
      assert.ok(near(found[0], usual[0]) && near(found.at(-1), usual.at(-1)), name);
      assert.ok(
        Math.abs(sumSpans(found) - sumSpans(usual)) < 0.1 * sumSpans(usual),
        `${name}: ${sumSpans(found)}`,
      );
    }
  });

  test('all speech is inside pieces of at most 28 s, with silence left out', async () => {
    const loud = await makeRecording(at('packed.pcm'), voices.first);
    const pieces = await pack(at('packed.pcm'));
    const spoken = pieces.filter(({ silent }) => !silent);
    for (const { startMs, endMs } of loud) {
      assert.ok(spoken.some((piece) => piece.startMs <= startMs + 50 && piece.endMs >= endMs - 50));
    }
    const givenMs = spoken.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
    const loudMs = loud.reduce((sum, { startMs, endMs }) => sum + endMs - startMs, 0);
    assert.ok(givenMs < loudMs + loud.length * 1300, `${givenMs} ms of ${loudMs} ms`);
  });

  test('one second of speech is one piece', async () => {
    const pcm = await readVoice(voices.first[0] ?? '');
    await writeFile(at('second.pcm'), pcm.subarray(32 * 300, 32 * 1300));
    const pieces = await pack(at('second.pcm'));
    assert.deepEqual(
      pieces.map(({ silent }) => silent),
      [false],
    );
  });

  test('digital zeros, dither, an empty file and a tenth of a second have no speech', async () => {
    await writeFile(at('zeros.pcm'), silence(40_000));
    await writeFile(
      at('dither.pcm'),
      new Uint8Array(Int16Array.from({ length: 640_000 }, (_, i) => (i % 7) % 2).buffer),
    );
    await writeFile(at('short.pcm'), silence(100));
    await writeFile(at('empty.pcm'), '');
    for (const name of ['zeros.pcm', 'dither.pcm', 'short.pcm', 'empty.pcm']) {
      assert.deepEqual(await find(at(name)), [], name);
    }
  });

  test('music has no speech', async () => {
    const notes = [220, 277, 330].flatMap((hertz) => ['-f', 'lavfi', '-i', `sine=${hertz}:duration=60`]);
    const chord = ['-filter_complex', 'amix=3,tremolo=f=2:d=0.9', '-f', 's16le', '-ar', '16000', '-ac', '1'];
    await promisify(execFile)('ffmpeg', ['-v', 'error', ...notes, ...chord, at('music.pcm')]);
    assert.deepEqual(await find(at('music.pcm')), []);
  });

  test('an hour of silence is covered by silent pieces alone', async () => {
    await writeFile(at('hour.pcm'), '');
    await truncate(at('hour.pcm'), 3600 * 32_000);
    const pieces = await pack(at('hour.pcm'));
    assert.ok(pieces.length > 1 && pieces.every(({ silent }) => silent));
  });
});
