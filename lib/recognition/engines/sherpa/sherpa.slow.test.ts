import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, test } from 'node:test';
import { type Clip, countWordErrors, readClips, toWords } from '#e2e/support/speech';
import { noTestModels, testModels } from '#e2e/support/test-models';
import { zipformer } from '#e2e/support/zipformer';
import { decodeAudio } from '#lib/media/decode-audio';
import type { Engine } from '#lib/recognition/engine';
import { sherpa } from '#lib/recognition/engines/sherpa/sherpa';

const models = testModels();
const skip = models === undefined ? noTestModels : false;
const quiet = new AbortController().signal;

interface Heard extends Clip {
  pcmPath: string;
  endMs: number;
}

let folder = '';
let clips: Heard[] = [];
let engine: Engine;
before(async () => {
  if (models === undefined) return;
  folder = await mkdtemp(path.join(tmpdir(), 'longhand sherpa '));
  clips = await Promise.all(
    (await readClips()).map(async (clip, i) => {
      const pcmPath = path.join(folder, `${i}.pcm`);
      const { durationSeconds } = await decodeAudio(clip.file, pcmPath, { maxSeconds: 60 });
      return { ...clip, pcmPath, endMs: Math.round(durationSeconds * 1000) };
    }),
  );
  engine = sherpa({ model: zipformer(models), processes: 2, threads: 1, idleMs: 60_000 });
});
after(async () => {
  await engine?.close();
  if (folder !== '') await rm(folder, { recursive: true });
});

const recognize = (clip: Heard | undefined, vocabulary: string[] = []) => {
  assert.ok(clip);
  const piece = { startMs: 0, endMs: clip.endMs };
  return engine.recognize(clip.pcmPath, piece, { language: 'en', vocabulary }, quiet);
};
const toText = ({ words }: { words: Array<{ text: string }> }) => words.map(({ text }) => text).join(' ');

test('at most 12 % of the words of five read sentences are wrong', { skip }, async () => {
  const transcripts = await Promise.all(clips.map((clip) => recognize(clip)));
  const errors = clips.map(({ words }, i) => {
    const transcript = transcripts[i];
    assert.ok(transcript);
    return countWordErrors(words, toWords(toText(transcript)));
  });
  const wrong = errors.reduce((sum, count) => sum + count, 0);
  const spoken = clips.reduce((sum, { words }) => sum + words.length, 0);
  assert.ok(wrong / spoken <= 0.12, `${wrong} of ${spoken} words are wrong`);
});

test('words are in lower case, in order, inside the piece, with a confidence', { skip }, async () => {
  const [clip] = clips;
  const { words, language } = await recognize(clip);
  assert.equal(language, 'en');
  assert.equal(toText({ words: words.slice(0, 5) }), 'and mr john dashwood had');
  let earliest = 0;
  for (const { startMs, endMs, confidence = -1 } of words) {
    assert.ok(startMs >= earliest && endMs > startMs && endMs <= (clip?.endMs ?? 0));
    assert.ok(confidence > 0 && confidence <= 1);
    earliest = endMs;
  }
});

test('a piece from the middle of a recording has the times of the recording', { skip }, async () => {
  const [clip] = clips;
  assert.ok(clip);
  const piece = { startMs: 1500, endMs: 4500 };
  const { words } = await engine.recognize(
    clip.pcmPath,
    piece,
    { language: undefined, vocabulary: [] },
    quiet,
  );
  const whole = (await recognize(clip)).words;
  assert.ok(words.length > 3);
  for (const word of words.slice(1, -1)) {
    const same = whole.find(
      ({ text, startMs }) => text === word.text && Math.abs(startMs - word.startMs) < 200,
    );
    assert.ok(same, `"${word.text}" at ${word.startMs} ms is not where the whole recording has it`);
  }
});

test(
  'a vocabulary turns a wrong word right, as it is written there, and only for its piece',
  { skip },
  async () => {
    const clip = clips.at(-1);
    const without = toText(await recognize(clip));
    assert.doesNotMatch(without, /amiable/i);
    assert.match(toText(await recognize(clip, ['Amiable', 'Devonshire'])), /made Amiable himself$/);
    assert.equal(toText(await recognize(clip)), without);
  },
);

test('a vocabulary of signs that mean something to the library is harmless', { skip }, async () => {
  const phrases = [
    ':',
    ':a',
    '#1.5x',
    '@',
    '/',
    '//',
    "'",
    'a/b',
    '…',
    '北京',
    'naïve Zoë',
    '\u{1F600}',
    '-',
  ];
  assert.equal(toText(await recognize(clips[1], phrases)), toText(await recognize(clips[1])));
});

test('a piece too short to hold a word, or behind the end of the file, has none', { skip }, async () => {
  const [clip] = clips;
  assert.ok(clip);
  for (const [startMs, endMs] of [
    [0, 1],
    [0, 120],
    [900_000, 901_000],
  ] as const) {
    const options = { language: undefined, vocabulary: [] };
    assert.deepEqual((await engine.recognize(clip.pcmPath, { startMs, endMs }, options, quiet)).words, []);
  }
});
