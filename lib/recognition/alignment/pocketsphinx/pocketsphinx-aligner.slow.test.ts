import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import * as fc from 'fast-check';
import { ffmpeg, nearestClip, readClips } from '#e2e/support/speech';
import { waitFor } from '#e2e/support/wait';
import { hasTestSpeech, noTestSpeech, readTestSpeech } from '#e2e/support/test-speech';
import { pocketsphinxAligner } from '#lib/recognition/alignment/pocketsphinx/pocketsphinx-aligner';
import type { RecognizedWord } from '#lib/recognition/engine';
import { spreadWords } from '#lib/recognition/words/spread-words';

const aligner = pocketsphinxAligner({ parallel: 2 });
const { signal } = new AbortController();
let folder = '';
let clip = { pcmPath: '', text: '', totalMs: 0 };
before(async () => {
  // White space in a path would end a name in the aligner's lists.
  folder = await mkdtemp(path.join(tmpdir(), 'alignment test '));
  const { file, words, seconds } = nearestClip(await readClips(), 5);
  const pcmPath = await decode(file);
  clip = { pcmPath, text: words.join(' '), totalMs: Math.round(1000 * seconds) };
});
after(async () => {
  await aligner.close();
  await rm(folder, { recursive: true });
});

async function decode(file: string): Promise<string> {
  const pcmPath = path.join(folder, `${path.parse(file).name}.pcm`);
  await ffmpeg('-i', file, '-ar', '16000', '-ac', '1', '-f', 's16le', pcmPath);
  return pcmPath;
}

const align = (text: string, piece = { startMs: 0, endMs: clip.totalMs }) =>
  aligner.align(clip.pcmPath, piece, spreadWords(text, piece), signal);

/** Returns the errors, sorted, so that percentiles can be looked up. */
function measureErrors(words: readonly RecognizedWord[], startsMs: readonly number[]): number[] {
  return words.map(({ startMs }, i) => Math.abs(startMs - (startsMs[i] ?? 0))).toSorted((a, b) => a - b);
}

for (const name of ['mfa_acoustic_corpus', 'syn_s1_rms', 'syn_s2_rms']) {
  test(
    `words of ${name} begin where they are known to begin`,
    { skip: !hasTestSpeech() && noTestSpeech },
    async () => {
      const [speech] = await readTestSpeech([name]);
      const known = speech?.words ?? [];
      const pcmPath = await decode(speech?.file ?? '');
      const piece = { startMs: 0, endMs: Math.floor((await stat(pcmPath)).size / 32) };
      const words = spreadWords(known.map(([word]) => word).join(' '), piece);
      const alignment = await aligner.align(pcmPath, piece, words, signal);
      assert.ok(alignment !== undefined && alignment.score > -33 && alignment.score < -5);
      const starts = known.map(([, start]) => 1000 * start);
      const errors = measureErrors(alignment.words, starts);
      assert.equal(errors.length, known.length);
      const at = (share: number) => errors[Math.floor(errors.length * share)] ?? Infinity;
      assert.ok(at(0.5) <= 30 && at(0.95) <= 250, `median ${at(0.5)} ms, 95th percentile ${at(0.95)} ms`);
    },
  );
}

test('numbers, names, marks, wrong and missing words have their moments, and the text stays as it is', async () => {
  const said = clip.text.split(' ');
  const changed = said.map((word, i) => (i % 8 === 5 ? 'Zorblaxing' : word));
  changed.splice(3, 0, '😀', '1984');
  changed.splice(8, 1);
  const alignment = await align(changed.join(' '));
  assert.deepEqual(
    alignment?.words.map(({ text }) => text),
    changed,
  );
  const plain = await align(clip.text);
  // The words at the ends are the same in both.
  for (const at of [0, -2]) {
    const [known, found] = [plain?.words.at(at)?.startMs, alignment?.words.at(at)?.startMs];
    assert.ok(Math.abs((known ?? 0) - (found ?? Infinity)) <= 250, `${known}, ${found}`);
  }
});

test('a piece in the midst of a recording has its words inside it', async () => {
  const whole = await align(clip.text);
  const words = whole?.words ?? [];
  const from = Math.floor(words.length / 2);
  const piece = { startMs: words[from]?.startMs ?? 0, endMs: clip.totalMs };
  const half = await align(
    words
      .slice(from)
      .map(({ text }) => text)
      .join(' '),
    piece,
  );
  assert.ok(half !== undefined);
  for (const [i, { startMs }] of half.words.entries()) {
    assert.ok(startMs >= piece.startMs && startMs <= piece.endMs);
    assert.ok(Math.abs(startMs - (words[from + i]?.startMs ?? 0)) <= 100);
  }
});

test('text that can’t have been said in that time, or is none of English, is not aligned', async () => {
  for (const text of [
    '',
    '— …',
    '漢字 漢字',
    'привет мир',
    'word '.repeat(500),
    'x'.repeat(5000),
    '1234567890 '.repeat(20),
  ])
    assert.equal(await align(text), undefined, text.slice(0, 20));
});

test('any text is aligned or not, and leaves neither its words nor a file behind', async () => {
  const word = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 12 }),
    fc.constantFrom(
      'the',
      'Mr.',
      '$5',
      '50%',
      '1984',
      '3:30',
      "'",
      '-',
      '../../x',
      '$(id)',
      '<sil>',
      'w0',
      'f0',
      'FSG_END',
    ),
  );
  await fc.assert(
    fc.asyncProperty(fc.array(word, { maxLength: 12 }), async (texts) => {
      const words = texts.map((text) => ({ text, startMs: 0, endMs: clip.totalMs }));
      const alignment = await aligner.align(clip.pcmPath, { startMs: 0, endMs: clip.totalMs }, words, signal);
      let earliest = 0;
      for (const [i, { text, startMs, endMs }] of (alignment?.words ?? []).entries()) {
        assert.equal(text, texts[i]);
        assert.ok(
          Number.isInteger(startMs) && startMs >= earliest && endMs >= startMs && endMs <= clip.totalMs,
        );
        earliest = endMs;
      }
      assert.ok((await readdir(folder)).every((name) => name.endsWith('.pcm')));
    }),
    { numRuns: 12 },
  );
});

test('who stops gets the reason at once, and nothing of it is left', async () => {
  const stop = new AbortController();
  const words = spreadWords(clip.text, { startMs: 0, endMs: clip.totalMs });
  const running = aligner.align(clip.pcmPath, { startMs: 0, endMs: clip.totalMs }, words, stop.signal);
  const isRunning = async () =>
    (await readdir(folder)).some((name) => name.startsWith('alignment-')) || undefined;
  await waitFor('the alignment to begin', isRunning);
  stop.abort(new Error('deleted'));
  await assert.rejects(running, /deleted/);
  assert.ok((await readdir(folder)).every((name) => name.endsWith('.pcm')));
});
