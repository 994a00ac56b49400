import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import type { Transcript, TranscriptWord } from '#lib/revisions/read-transcript';
import { toCues, type Cue } from '#lib/exports/captions/to-cues';
import { splitWords } from '#lib/transcript/text/split-words';
import { randomCases } from '#e2e/support/random-cases';

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' });
const countGraphemes = (text: string): number => Array.from(graphemes.segment(text)).length;
const toLetters = (text: string): string => text.replace(/[\s\p{Cc}]/gu, '');

const syllables = [
  'ja',
  'no',
  'e\u0301',
  '👩‍👩‍👧',
  'हि',
  'שלום',
  '语',
  'w'.repeat(30),
  'x'.repeat(50),
  'y'.repeat(130),
];
const oddities = [
  '<i>',
  '-->',
  '{\\an8}',
  '&amp;',
  '\0',
  '\u0007',
  ' ',
  '\n\n',
  '42',
  '00:01',
  'a b',
  'end.',
  'so,',
  '?',
];
const text = fc
  .array(fc.constantFrom(...syllables.slice(0, 7), ...syllables, ...oddities), { minLength: 1, maxLength: 5 })
  .map((parts) => parts.join(''));
const gap = fc.oneof(fc.constant(0), fc.nat(120), fc.nat(900), fc.nat(3000));
const lasting = fc.oneof(fc.constant(0), fc.nat(600), fc.nat(600), fc.nat(9000));

/** Turns of words in the order of time. Each turn has a speaker of its own, so that a caption tells whose it is. */
function transcripts(options: { text: fc.Arbitrary<string>; gap: fc.Arbitrary<number>; words: number }) {
  const word = fc.record({ text: options.text, gap: options.gap, lasting });
  return fc.array(fc.array(word, { maxLength: options.words }), { maxLength: 4 }).map((turns): Transcript => {
    let now = 0;
    const timed = turns.map((words) =>
      words.map(({ text, gap, lasting }): TranscriptWord => {
        const startMs = now + gap;
        now = startMs + lasting;
        return { text, startMs, endMs: now };
      }),
    );
    return makeTranscript(timed);
  });
}

function makeTranscript(turns: TranscriptWord[][]): Transcript {
  const speakers = turns.map((_, id) => ({ id, name: `${id}` }));
  return { speakers, monologues: speakers.map((speaker, id) => ({ id, speaker, words: turns[id] ?? [] })) };
}

function assertWellFormed(cues: Cue[], { monologues }: Transcript): void {
  for (const [i, cue] of cues.entries()) {
    assert.ok(cue.lines.length === 1 || cue.lines.length === 2);
    for (const line of cue.lines) assert.ok(line.trim() !== '' && countGraphemes(line) <= 42, line);
    assert.ok(cue.startMs < cue.endMs && cue.endMs - cue.startMs <= 7000);
    const next = cues[i + 1];
    if (next === undefined) continue;
    assert.ok(cue.endMs <= next.startMs, 'no two overlap');
    const room = next.startMs - cue.startMs;
    assert.ok(cue.endMs - cue.startMs >= Math.min(1000, room), 'what room there is, up to 1 s, is used');
  }
  for (const { speaker, words } of monologues) {
    const shown = cues.filter((cue) => cue.speaker === speaker.name).flatMap((cue) => cue.lines);
    assert.equal(toLetters(shown.join('')), toLetters(words.map((word) => word.text).join('')));
  }
}

test('captions hold every word once, in order, on two lines of 42 characters, never overlap and last up to 7 s', () => {
  fc.assert(
    fc.property(transcripts({ text, gap, words: 40 }), (transcript) => {
      const cues = toCues(transcript);
      assertWellFormed(cues, transcript);
      const turns = cues.map(({ speaker }) => Number(speaker));
      assert.deepEqual(
        turns,
        turns.toSorted((a, b) => a - b),
        'the turns are in order',
      );
    }),
    { numRuns: randomCases(1000) },
  );
});

test('captions of words whose times are in no order are well formed all the same', () => {
  const word = fc
    .record({ text, startMs: fc.nat(20_000), lasting })
    .map(({ text, startMs, lasting }) => ({ text, startMs, endMs: startMs + lasting, confidence: 1 }));
  fc.assert(
    fc.property(
      fc.array(fc.array(word, { maxLength: 20 }), { maxLength: 4 }).map(makeTranscript),
      (transcript) => assertWellFormed(toCues(transcript), transcript),
    ),
    { numRuns: randomCases(500) },
  );
});

test('a caption of what another speaker says meanwhile is shown at its time', () => {
  const say = (texts: string, startMs: number, stepMs: number): TranscriptWord[] =>
    texts
      .split(' ')
      .map((text, i) => ({ text, startMs: startMs + i * stepMs, endMs: startMs + (i + 1) * stepMs }));
  const long =
    'so we went down to the harbor in the morning and looked at all the ships that had come in at night';
  const cues = toCues(makeTranscript([say(long, 0, 400), say('really', 1500, 500)]));
  assert.deepEqual(
    cues.map(({ speaker, startMs, endMs }) => [speaker, startMs, endMs]),
    [
      ['0', 0, 1500],
      ['1', 1500, 2500],
      ['0', 2500, 5200],
      ['0', 5200, 8800],
    ],
  );
});

/** Every way to cut the words into runs. */
function* divisions(words: TranscriptWord[]): Generator<TranscriptWord[][]> {
  for (let cuts = 0; cuts < 2 ** Math.max(0, words.length - 1); cuts++) {
    const runs: TranscriptWord[][] = [];
    for (const [i, word] of words.entries()) {
      const run = runs.at(-1);
      if (run === undefined || (i > 0 && (cuts >> (i - 1)) & 1)) runs.push([word]);
      else run.push(word);
    }
    yield runs;
  }
}

/** True if the words may stand in one caption. */
function mayShare(run: TranscriptWord[]): boolean {
  if (run.length === 1) return true;
  const [first, last] = [run[0], run.at(-1)];
  if (first === undefined || last === undefined || last.endMs - first.startMs > 7000) return false;
  if (run.some((word, i) => i > 0 && word.startMs - (run[i - 1]?.endMs ?? 0) >= 1000)) return false;
  const texts = run.map((word) => word.text);
  return texts.some((_, at) =>
    [texts.slice(0, at), texts.slice(at)].every((line) => line.join(' ').length <= 42),
  );
}

test('no other division has fewer captions below 1 s, and each begins with its first word', () => {
  const words = fc.constantFrom('so', 'yes.', 'and', 'w'.repeat(20), 'x'.repeat(41), 'well,', 'indeed');
  const wide = fc.integer({ min: 40, max: 1300 });
  fc.assert(
    fc.property(transcripts({ text: words, gap: wide, words: 8 }), (transcript) => {
      const cues = toCues(transcript);
      const spoken = transcript.monologues.filter((turn) => turn.words.length > 0);
      const starts = new Set(spoken.flatMap((turn) => turn.words.map((word) => word.startMs)));
      assert.ok(cues.every((cue) => starts.has(cue.startMs)));
      for (const [i, { speaker, words }] of spoken.entries()) {
        const end = spoken[i + 1]?.words[0]?.startMs ?? Infinity;
        const countShort = (from: number[]) =>
          from.filter((start, k) => (from[k + 1] ?? end) - start < 1000).length;
        const counts = Array.from(divisions(words))
          .filter((runs) => runs.every(mayShare))
          .map((runs) => countShort(runs.map((run) => run[0]?.startMs ?? 0)));
        const own = cues.filter((cue) => cue.speaker === speaker.name);
        assert.equal(countShort(own.map((cue) => cue.startMs)), Math.min(...counts));
        assert.equal(own.filter((cue) => cue.endMs - cue.startMs < 1000).length, Math.min(...counts));
      }
    }),
    { numRuns: randomCases(1000) },
  );
});

/** Words said one after the other, each 300 ms long; a number is a pause before the next. */
function say(...said: Array<string | number>): Transcript {
  let now = 0;
  const words: TranscriptWord[] = [];
  for (const part of said) {
    if (typeof part === 'number') now += part;
    else {
      for (const text of part.split(' ')) {
        words.push({ text, startMs: now, endMs: now + 300 });
        now += 300;
      }
    }
  }
  return makeTranscript([words]);
}

const toTexts = (transcript: Transcript): string[] => toCues(transcript).map((cue) => cue.lines.join(' / '));

test('captions break at the ends of sentences', () => {
  assert.deepEqual(toTexts(say('It was very late. We went home at once. Nobody spoke, not even Ann.')), [
    'It was very late.',
    'We went home at once.',
    'Nobody spoke, not even Ann.',
  ]);
});

test('an abbreviation ends no caption, and an Arabic question and its answer are two', () => {
  assert.deepEqual(toTexts(say('We met Mr. John Dashwood there. He was late again.')), [
    'We met Mr. John Dashwood there.',
    'He was late again.',
  ]);
  assert.deepEqual(toTexts(say('كيف حالك اليوم يا أحمد؟ أنا بخير والحمد لله.')), [
    'كيف حالك اليوم يا أحمد؟',
    'أنا بخير والحمد لله.',
  ]);
});

test('words stand in captions as a recognizer spaced them', () => {
  const words: TranscriptWord[] = splitWords('« Quoi\u202f? » dit-il : 使用Longhand「中文」。').map(
    ({ text, gap }, i) => ({
      ...{ text, startMs: i * 300, endMs: i * 300 + 300 },
      ...(gap !== undefined && { gap }),
    }),
  );
  assert.deepEqual(toTexts(makeTranscript([words])), ['« Quoi\u202f? » dit-il : 使用Longhand「中文」。']);
});

test('words without punctuation break at the pauses', () => {
  assert.deepEqual(toTexts(say('and there he was', 600, 'standing in the rain', 600, 'without a coat')), [
    'and there he was',
    'standing in the rain',
    'without a coat',
  ]);
});

test('a caption leaves the screen in a long silence', () => {
  const [first, second] = toCues(say('one', 1000, 'two'));
  assert.deepEqual([first?.startMs, first?.endMs, second?.startMs], [0, 1000, 1300]);
});

test('a sentence of less than a second shares a caption with its neighbour', () => {
  assert.deepEqual(toTexts(say('Yes. I do believe so.')), ['Yes. I do believe so.']);
});

test('two lines are about as long as each other and break rather at a phrase', () => {
  assert.deepEqual(toTexts(say('the quick brown fox jumps over the lazy dog again and again')), [
    'the quick brown fox jumps over / the lazy dog again and again',
  ]);
  assert.deepEqual(toTexts(say('when it was over at last, we all went to the sea together')), [
    'when it was over at last, / we all went to the sea together',
  ]);
});

test('a word longer than a line is broken hard', () => {
  const [cue] = toCues(say('x'.repeat(50)));
  assert.deepEqual(cue?.lines, ['x'.repeat(42), 'x'.repeat(8)]);
});

test('a monologue of a hundred thousand words, and a word of two hundred thousand letters, are captions', () => {
  for (const [text, letters] of [
    [Array.from({ length: 100_000 }, () => 'no').join(' '), 200_000],
    ['ж'.repeat(200_000), 200_000],
  ] as const) {
    const words = text.split(' ').map((text, i) => ({ text, startMs: i * 400, endMs: i * 400 + 300 }));
    const speaker = { id: 0, name: 'Anna' };
    const cues = toCues({ speakers: [speaker], monologues: [{ id: 0, speaker, words }] });
    const shown = cues.reduce((sum, { lines }) => sum + toLetters(lines.join('')).length, 0);
    assert.equal(shown, letters);
    assert.ok(cues.every(({ startMs }, i) => startMs > (cues[i - 1]?.startMs ?? -1)));
  }
});

test('the last caption ends with the recording, however short its words are', () => {
  const said = { text: 'Yes.', startMs: 10_254, endMs: 10_396 };
  const transcript = { ...makeTranscript([[said]]), durationMs: 10_396 };
  assert.deepEqual(
    toCues(transcript).map(({ startMs, endMs }) => [startMs, endMs]),
    [[10_254, 10_396]],
  );
  assert.equal(toCues({ ...transcript, durationMs: 60_000 })[0]?.endMs, 11_254);
});
