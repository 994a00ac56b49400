import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { randomCases } from '#e2e/support/random-cases';
import { fitTranscript, type FittedTranscript } from '#lib/imports/fit-transcript';
import { toPieces, type ImportedParagraph } from '#lib/imports/imported-paragraph';
import { machineEdit, toText } from '#lib/transcript/edit';
import type { MachineWord } from '#lib/transcript/model';

const spoken =
  'good morning and welcome to the show today we talk about the history of bread and who baked it first ' +
  'thank you for having me it is a long story that begins in egypt some four thousand years ago with wild yeast';

/** A word each half second; the second speaker begins with the 21st word. */
const words: MachineWord[] = spoken
  .split(' ')
  .map((text, i) => ({ text, startMs: i * 500, endMs: i * 500 + 400, confidence: 0.5 }));
const heard = {
  words,
  speakers: [0, 1].map((id) => ({ id, name: `Speaker ${id + 1}` })),
  monologues: [
    { id: 0, speaker: 0, from: 0, to: 20 },
    { id: 1, speaker: 1, from: 20, to: words.length },
  ],
};

type Fitted = Extract<FittedTranscript, { kind: 'fitted' }>;

const text = (written: string, more: Partial<ImportedParagraph> = {}): ImportedParagraph => ({
  content: toPieces(written),
  ...more,
});

function fit(paragraphs: ImportedParagraph[], to = heard): Fitted {
  const fitted = fitTranscript({ paragraphs, heard: to });
  assert.ok(fitted.kind === 'fitted', JSON.stringify(fitted));
  return fitted;
}

/** The text of each paragraph in the machine transcript. */
const getTexts = (fitted: Fitted) => machineEdit(fitted).monologues.map(({ content }) => toText(content));

test('the machine transcript is the text, with the times of what was heard and the speakers of its labels', () => {
  const fitted = fit([
    text('Good morning, and welcome to the shoe!', { speaker: 'Ann' }),
    text('Today we talk about the history of bread [laughs] and who baked it first.', { speaker: 'Ann' }),
    text('Thank you for having me, it is a\u00a0long story that begins in Egypt.', { speaker: 'Ben' }),
  ]);
  assert.deepEqual(getTexts(fitted), [
    'Good morning, and welcome to the shoe!',
    'Today we talk about the history of bread [laughs] and who baked it first.',
    'Thank you for having me, it is a\u00a0long story that begins in Egypt.',
  ]);
  assert.deepEqual(fitted.speakers, [
    { id: 0, name: 'Ann' },
    { id: 1, name: 'Ben' },
  ]);
  assert.deepEqual(
    fitted.monologues.map(({ id, speaker }) => [id, speaker]),
    [
      [0, 0],
      [1, 0],
      [2, 1],
    ],
  );
  const find = (word: string) => fitted.words.findIndex(({ text: written }) => written === word);
  assert.equal(fitted.words[find('welcome')]?.startMs, 1500);
  assert.equal(fitted.words[find('shoe!')]?.startMs, 3000);
  assert.deepEqual(fitted.words[find('[laughs]')], {
    text: '[laughs]',
    startMs: 7400,
    endMs: 7500,
    isTag: true,
  });
  const unheard = fitted.words.filter((_, i) => fitted.isHeard[i] === false);
  assert.deepEqual(
    unheard.map(({ text: written }) => written),
    ['shoe!', '[laughs]'],
  );
  assert.ok(fitted.words.every(({ confidence }) => confidence === undefined));
});

test('a text without labels has the speakers that were told apart', () => {
  const [first, second] = [words.slice(0, 20), words.slice(20)].map((part) =>
    part.map(({ text: word }) => word).join(' '),
  );
  const fitted = fit([text(first ?? ''), text(second ?? '')]);
  assert.deepEqual(fitted.speakers, heard.speakers);
  assert.deepEqual(fitted.monologues, heard.monologues);
});

test('speech that the text lacks is listed, but not a single word of it', () => {
  const without = (from: number, to: number) =>
    words
      .toSpliced(from, to - from)
      .map(({ text: word }) => word)
      .join(' ');
  assert.deepEqual(fit([text(without(8, 13))]).lacking, [{ startMs: 4000, endMs: 6400 }]);
  assert.deepEqual(fit([text(without(8, 9))]).lacking, []);
  assert.deepEqual(fit([text(spoken)]).lacking, []);
});

test('another text, a summary, and any text of silence are a mismatch with its measure', () => {
  for (const written of [
    'Nothing of this was ever said there, not one word.',
    'We talk about bread in Egypt.',
  ]) {
    const fitted = fitTranscript({ paragraphs: [text(written)], heard });
    assert.ok(fitted.kind === 'mismatch' && fitted.matchingShare < 0.3, written);
  }
  const silence = { ...heard, words: [], monologues: [] };
  assert.deepEqual(fitTranscript({ paragraphs: [text(spoken)], heard: silence }), {
    kind: 'mismatch',
    matchingShare: 0,
  });
});

test('captions 2 s late that run 4% slow have the recording’s times, also where nothing was heard', () => {
  const captions = Array.from({ length: Math.ceil(words.length / 4) }, (_, i) =>
    text(
      words
        .slice(i * 4, i * 4 + 4)
        .map(({ text: word }) => word)
        .join(' '),
      { startMs: Math.round(2000 + i * 2000 * 1.04), isCaption: true },
    ),
  );
  const jingle = text('♪ jingle ♪', { startMs: Math.round(2000 + 6000 * 1.04), isCaption: true });
  const fitted = fit(captions.toSpliced(3, 0, jingle));
  const at = fitted.words.findIndex(({ text: word }) => word === '♪');
  assert.ok(Math.abs((fitted.words[at]?.startMs ?? 0) - 6000) <= 500, JSON.stringify(fitted.words[at]));
  const same = fitted.words.filter((_, i) => fitted.isHeard[i]);
  assert.deepEqual(
    same.map(({ startMs }) => startMs),
    words.map(({ startMs }) => startMs),
  );
});

const anyWord = fc.oneof(
  fc.constantFrom(...words.map(({ text: word }) => word)),
  fc.constantFrom('Bread,', 'EGYPT!', '今日は', 'नमस्ते', '—', '[laughter]'),
);

test('no word or tag of a text is lost or moved, and times never fall', () => {
  const anyParagraph = fc
    .record({
      said: fc.array(anyWord, { minLength: 1, maxLength: 12 }),
      speaker: fc.constantFrom('Ann', 'Ben'),
      startMs: fc.nat(40_000),
    })
    .map(({ said, ...more }) => text(said.join(' '), more));
  const whole = text(spoken, { speaker: 'Ann' });
  fc.assert(
    fc.property(fc.array(anyParagraph, { maxLength: 4 }), (others) => {
      const paragraphs = [...others.slice(0, 2), whole, ...others.slice(2)];
      const fitted = fitTranscript({ paragraphs, heard });
      if (fitted.kind !== 'fitted') return;
      const written = paragraphs.map(({ content }) => toText(content));
      assert.deepEqual(getTexts(fitted), written);
      for (const [i, { startMs, endMs }] of fitted.words.entries()) {
        assert.ok(startMs <= endMs && startMs >= 0, `${i}`);
      }
    }),
    { numRuns: randomCases(200) },
  );
});
