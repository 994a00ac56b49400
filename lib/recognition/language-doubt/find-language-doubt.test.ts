import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findLanguageDoubt } from '#lib/recognition/language-doubt/find-language-doubt';
import type { DetectedLanguages } from '#lib/recognition/language-doubt/detect-languages';
import type { RecognizedPiece } from '#lib/recognition/pieces/recognize-pieces';
import { confidenceOf } from '#lib/recognition/second-opinion/ask-second-opinion';

/** Returns a piece of ten seconds and ten words, of which a second model confirmed this many; undefined without one. */
function hear(
  index: number,
  { agreed, score }: { agreed?: number; score?: number },
  words = 10,
): RecognizedPiece {
  const startMs = index * 10_000;
  const piece = { index, channel: 0, startMs, endMs: startMs + 10_000, coversMs: 10_000, silent: false };
  return {
    ...{ piece, language: 'en', timing: 'aligned', ...(score !== undefined && { score }) },
    words: Array.from({ length: words }, (_, i) => ({
      ...{ text: 'word', startMs, endMs: startMs + 100 },
      ...(agreed !== undefined && {
        confidence: i < agreed ? confidenceOf.agreed : confidenceOf.differing,
      }),
    })),
  };
}

const nothing: DetectedLanguages = { main: undefined, get: () => undefined, isOther: () => false };
const english = { detected: nothing, language: 'en' };

const isDoubtful = (...given: Parameters<typeof hear> extends [number, ...infer Rest] ? Rest : never) =>
  findLanguageDoubt([hear(0, ...given)], english).passages.length > 0;

test('English is understood, clear or not, also where there is no second model or no alignment', () => {
  // As measured with Moonshine base and tiny.
  for (const [agreed, score] of [
    [10, -12],
    [7, -21],
    [9, -28],
  ] as const) {
    assert.equal(isDoubtful({ agreed, score }), false);
    assert.equal(isDoubtful({ score }), false);
    assert.equal(isDoubtful({ agreed }), false);
  }
  assert.equal(isDoubtful({}), false);
  assert.equal(isDoubtful({ agreed: 2, score: -25 }), false, 'noise');
});

test('words that don’t go with the sound are in doubt, and so are those that no other model hears', () => {
  assert.equal(isDoubtful({ agreed: 0, score: -46 }), true, 'German');
  assert.equal(isDoubtful({ agreed: 3, score: -50 }), true, 'Spanish');
  assert.equal(isDoubtful({ score: -46 }), true);
  assert.equal(isDoubtful({ agreed: 0, score: -39 }), true);
  assert.equal(isDoubtful({ agreed: 1 }), true);
  assert.equal(isDoubtful({ agreed: 0 }, 3), false, 'too few words to tell');
});

test('passages are joined, and the language is none where they are most of the speech', () => {
  const [good, bad] = [{ score: -20 }, { score: -50 }];
  const some = findLanguageDoubt([hear(0, good), hear(1, bad), hear(2, bad), hear(3, good)], english);
  assert.deepEqual(some, { passages: [{ startMs: 10_000, endMs: 30_000 }], isMost: false });
  const most = findLanguageDoubt([hear(0, bad), hear(1, {}, 0), hear(2, good), hear(3, bad)], english);
  assert.equal(most.isMost, true);
  assert.equal(most.passages.length, 2);
  assert.deepEqual(findLanguageDoubt([], english), { passages: [], isMost: false });
});

test('text in another language than was asked for is in doubt, and the transcript’s language only where it isn’t that of most', () => {
  const heard = [hear(0, {}), hear(1, {}), hear(2, {})];
  const german = new Set(heard.slice(0, 2));
  const detected: DetectedLanguages = {
    ...nothing,
    isOther: (piece, language) => language !== null && (language === 'de') !== german.has(piece),
  };
  const find = (language: string | null, asked?: string) =>
    findLanguageDoubt(heard, { detected, language, ...(asked !== undefined && { asked }) });
  const [ofEnglish, ofGerman] = [
    { startMs: 20_000, endMs: 30_000 },
    { startMs: 0, endMs: 20_000 },
  ];
  assert.deepEqual(find('de'), { passages: [ofEnglish], isMost: false });
  assert.deepEqual(find('de', 'en'), { passages: [ofGerman], isMost: false }, 'it could not be told');
  assert.deepEqual(find('en', 'en'), { passages: [ofGerman], isMost: true }, 'it was told');
  assert.deepEqual(find(null), { passages: [], isMost: false });
});
