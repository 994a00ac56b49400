import assert from 'node:assert/strict';
import { test } from 'node:test';
import { untilAborted } from '#e2e/support/turns';
import type { Aligner } from '#lib/recognition/alignment/aligner';
import { EngineFailure, type Engine } from '#lib/recognition/engine';
import { pocketsphinxDescription } from '#lib/recognition/engines/pocketsphinx/pocketsphinx';
import type { RecognizedPiece } from '#lib/recognition/pieces/recognize-pieces';
import { pieceRefiner } from '#lib/recognition/refine-piece';
import { askSecondOpinion, confidenceOf } from '#lib/recognition/second-opinion/ask-second-opinion';
import { spreadWords } from '#lib/recognition/words/spread-words';
import { findLowConfidence } from '#lib/transcript/review/low-confidence';

const piece = { index: 0, channel: 0, startMs: 0, endMs: 9000, coversMs: 9000, silent: false };
const hear = (text: string, language: string | undefined = 'en'): RecognizedPiece => ({
  ...{ piece, words: spreadWords(text, piece), language, timing: undefined },
});
const { signal } = new AbortController();

/** Creates a second model that returns this text, or calls this function. */
function makeSecond(answer: string | Engine['recognize']) {
  const asked: Array<string | undefined> = [];
  const engine: Engine = {
    description: pocketsphinxDescription,
    parallel: 1,
    recognize: async (pcmPath, span, options, stop) => {
      asked.push(options.language);
      if (typeof answer === 'function') return answer(pcmPath, span, options, stop);
      return { words: spreadWords(answer, span) };
    },
    close: async () => {},
  };
  return { asked, openSecond: async () => engine };
}

const aligner: Aligner = {
  ...{ languages: ['en'], minScore: -40, close: async () => {} },
  align: async (_path, _piece, words) => ({
    words: words.map((word) => ({ ...word, startMs: word.startMs + 1 })),
    score: -20,
  }),
};

function makeMeans(openSecond: (() => Promise<Engine>) | undefined) {
  const failures: string[] = [];
  const onFailed = (helper: string, error: unknown) => failures.push(`${helper}: ${String(error)}`);
  const asked = { language: undefined, vocabulary: [] };
  return {
    failures,
    means: { aligners: [aligner], asked, timing: 'spread' as const, openSecond, onFailed },
  };
}

test('words that two models hear are sure, others not, and a review starts at these', async () => {
  const { openSecond, asked } = makeSecond('his tender heir might bare his memory');
  const { means } = makeMeans(openSecond);
  const { words, timing } = await pieceRefiner(means)(
    hear('His tender hair might bear his memory.'),
    '',
    signal,
  );
  assert.deepEqual(
    words.filter(({ confidence }) => confidence === confidenceOf.differing).map(({ text }) => text),
    ['hair', 'bear'],
  );
  assert.deepEqual([timing, words[0]?.startMs], ['aligned', 1], 'they are aligned as well');
  assert.deepEqual(asked, [pocketsphinxDescription.capabilities.languages?.[0]]);
  const items = findLowConfidence(words, 0.06);
  assert.deepEqual(
    items.map(({ from, to }) => [from, to]),
    [
      [2, 3],
      [4, 5],
    ],
  );
});

test('a second model that fails costs no word, is told once, and not asked again', async () => {
  const { openSecond, asked } = makeSecond(() => Promise.reject(new EngineFailure('died twice')));
  const { means, failures } = makeMeans(openSecond);
  const refine = pieceRefiner(means);
  for (let i = 0; i < 3; i++) {
    const { words, timing } = await refine(hear('one two'), '', signal);
    assert.deepEqual(
      words.map(({ text, confidence }) => [text, confidence]),
      [
        ['one', undefined],
        ['two', undefined],
      ],
    );
    assert.equal(timing, 'aligned');
  }
  assert.equal(asked.length, 1);
  assert.match(failures.join(), /^second-opinion: .*died twice$/);
  const missing = makeMeans(() => Promise.reject(new Error('not installed')));
  assert.equal((await pieceRefiner(missing.means)(hear('one'), '', signal)).words.length, 1);
  assert.match(missing.failures.join(), /not installed/);
});

test('a language that the second model doesn’t know, an unknown one and silence are not compared', async () => {
  const { openSecond, asked } = makeSecond('eins zwei');
  const { means } = makeMeans(openSecond);
  for (const heard of [hear('eins zwei', 'de'), { ...hear('one'), language: undefined }, hear('')]) {
    const { words } = await pieceRefiner(means)(heard, '', signal);
    assert.ok(words.every(({ confidence }) => confidence === undefined));
  }
  assert.deepEqual(asked, []);
});

test('who stops gets the reason, once both helpers have ended', async () => {
  const stop = new AbortController();
  let hasEnded = false;
  const { openSecond } = makeSecond(async (_path, _piece, _options, stopped) => {
    stop.abort(new Error('canceled'));
    return untilAborted(stopped).finally(() => {
      hasEnded = true;
    });
  });
  const { means, failures } = makeMeans(openSecond);
  await assert.rejects(pieceRefiner(means)(hear('one two'), '', stop.signal), /canceled/);
  assert.ok(hasEnded);
  assert.deepEqual(failures, []);
});

test('a second model that takes too long is not waited for', async () => {
  const { openSecond } = makeSecond((_path, _piece, _options, stopped) => untilAborted(stopped));
  const means = { open: openSecond, asked: { language: 'en' }, timeoutMs: 1 };
  await assert.rejects(askSecondOpinion(hear('one'), '', means, signal), /no response within 1 ms/);
});
