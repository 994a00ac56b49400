import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { randomCases } from '#e2e/support/random-cases';
import { toPieces, type ImportedParagraph } from '#lib/imports/imported-paragraph';
import { alignParagraphs, rebaseImport, requiredShare, type AlignedImport } from '#lib/imports/align-import';
import { parseChange } from '#lib/revisions/changes/parse-change';
import { timeTokens } from '#lib/transcript/align/align';
import { applyChange, machineEdit, toText, type Edit, type EditChange } from '#lib/transcript/edit';
import type { MachineWord } from '#lib/transcript/model';

const spoken =
  'good morning and welcome to the show today we talk about the history of bread and who baked it first ' +
  'thank you for having me it is a long story that begins in egypt some four thousand years ago with wild yeast';

/** A word each half second; the second speaker begins with word 21. */
const words: MachineWord[] = spoken
  .split(' ')
  .map((text, i) => ({ text, startMs: i * 500, endMs: i * 500 + 400 }));
const transcript = {
  words,
  speakers: ['Ann', 'Speaker 2'].map((name, id) => ({ id, name })),
  monologues: [
    { id: 0, speaker: 0, from: 0, to: 20 },
    { id: 1, speaker: 1, from: 20, to: words.length },
  ],
};
const base = machineEdit(transcript);
const source = {
  revision: 0,
  ...{
    words: JSON.stringify(words),
    speakers: JSON.stringify(transcript.speakers),
    monologues: JSON.stringify(transcript.monologues),
  },
};

const text = (written: string, more: Partial<ImportedParagraph> = {}): ImportedParagraph => ({
  content: toPieces(written),
  ...more,
});
const [first, second] = base.monologues.map(({ content }) => toText(content));

function aligned(
  paragraphs: ImportedParagraph[],
  options: { on?: Edit; acceptMismatch?: boolean } = {},
): Extract<AlignedImport, { kind: 'aligned' }> & { edit: Omit<Edit, 'revision'> } {
  const { on = base, acceptMismatch = false } = options;
  const result = alignParagraphs(paragraphs, { base: on, words, acceptMismatch });
  assert.ok(result.kind === 'aligned', JSON.stringify(result));
  return { ...result, edit: applyChange(on, result.change) };
}

const getTexts = ({ monologues }: Pick<Edit, 'monologues'>) =>
  monologues.map(({ content }) => toText(content));
const getStarts = ({ monologues }: Pick<Edit, 'monologues'>) =>
  monologues.map((monologue) => timeTokens(monologue, words)[0]?.startMs);

test('the text that is there already is no change, whatever it says of times', () => {
  const { change, matchingShare } = aligned([
    text(first ?? '', { speaker: 'ANN', startMs: 7 }),
    text(second ?? '', { speaker: 'speaker 2' }),
  ]);
  assert.deepEqual(change, { put: [], remove: [] });
  assert.equal(matchingShare, 1);
  assert.deepEqual(aligned([text(first ?? ''), text(second ?? '')]).change, { put: [], remove: [] });
});

test('words that were heard have their times, and corrected ones those of what they replace', () => {
  const { edit } = aligned([
    text('Good morning, and welcome to the show!'),
    text('Today we talk about the history of bread, and who baked it first.'),
    text(
      'Thanks for having me. It is a very long story that begins in Aegypt, some four thousand years ago, with wild yeast.',
    ),
  ]);
  const timed = edit.monologues.map((monologue) => timeTokens(monologue, words));
  const getStart = (word: string) => timed.flat().find((token) => token.text.startsWith(word))?.startMs;
  const getHeard = (word: string) => words.find((heard) => heard.text === word)?.startMs;
  for (const word of ['morning', 'history', 'story', 'yeast'])
    assert.equal(getStart(word), getHeard(word), word);
  assert.equal(getStart('Aegypt'), getHeard('egypt'));
  assert.deepEqual(
    edit.monologues.map(({ id, speaker }) => [id.startsWith('m') && id.length === 2 ? id : 'new', speaker]),
    [
      ['m0', 0],
      ['new', 0],
      ['m1', 1],
    ],
  );
});

test('a long text without paragraphs is divided where another speaker begins, at the end of a sentence', () => {
  const many = Array.from({ length: 400 }, (_, i) => ({
    text: `w${i}`,
    startMs: i * 500,
    endMs: i * 500 + 400,
  }));
  const long = machineEdit({
    words: many,
    speakers: transcript.speakers,
    monologues: [0, 1, 2, 3].map((id) => ({ id, speaker: id % 2, from: id * 100, to: id * 100 + 100 })),
  });
  const written = many.map((word, i) => (i % 50 === 48 ? `${word.text}.` : word.text)).join(' ');
  const result = alignParagraphs([text(written)], { base: long, words: many, acceptMismatch: false });
  assert.ok(result.kind === 'aligned');
  const { monologues } = applyChange(long, result.change);
  assert.equal(getTexts({ monologues }).join(' '), written);
  assert.deepEqual(
    monologues.map(({ id, speaker, from, content }) => [id, speaker, from, toText(content).split(' ')[0]]),
    [
      ['m0', 0, 0, 'w0'],
      ['m1', 1, 99, 'w99'],
      ['m2', 0, 199, 'w199'],
      ['m3', 1, 299, 'w299'],
    ],
  );
});

test('speakers are those of the same name, and new ones where there is none', () => {
  const { edit } = aligned([
    text(first ?? '', { speaker: 'Ann' }),
    text(second ?? '', { speaker: 'Prof. Bread' }),
  ]);
  assert.deepEqual(edit.speakers, [
    { id: 0, name: 'Ann' },
    { id: 2, name: 'Prof. Bread' },
  ]);
  assert.deepEqual(
    edit.monologues.map(({ speaker }) => speaker),
    [0, 2],
  );
});

/** The machine's words as captions of four words, by a clock that begins 2 s late and runs 4 % slow. */
const captions = (): ImportedParagraph[] =>
  Array.from({ length: Math.ceil(words.length / 4) }, (_, i) =>
    text(
      words
        .slice(i * 4, i * 4 + 4)
        .map((word) => word.text)
        .join(' '),
      { startMs: Math.round(2000 + (words[i * 4]?.startMs ?? 0) * 1.04), isCaption: true },
    ),
  );

test('captions of another clock have the recording’s times, and are the paragraphs that it has', () => {
  const { edit, paragraphs } = aligned(captions());
  assert.equal(paragraphs, 2);
  assert.deepEqual(getTexts(edit), [first, second]);
  assert.deepEqual(getStarts(edit), [0, 10_000]);
});

test('what was not heard begins by the file’s clock, put right by what was heard', () => {
  const all = captions();
  const unheard = text('♪ jingle ♪', { speaker: 'Band', startMs: Math.round(2000 + 6000 * 1.04) });
  const { edit } = aligned(all.toSpliced(3, 0, unheard));
  const at = edit.monologues.findIndex(({ content }) => toText(content) === '♪ jingle ♪');
  assert.deepEqual(edit.monologues[at]?.startMs, 6000);
});

test('a beginning by the file’s clock moves no word that was heard', () => {
  const late = text(`♪ ${first ?? ''}`, { startMs: 9000 });
  const { edit } = aligned([late, text(second ?? '')]);
  const [before, ...heard] = edit.monologues.flatMap((monologue) => timeTokens(monologue, words));
  assert.equal(before?.startMs, 0);
  assert.deepEqual(
    heard.map(({ startMs }) => startMs),
    words.map(({ startMs }) => startMs),
  );
});

test('a text with little in common is refused with its measure, and aligned where that is accepted', () => {
  const foreign = [
    text('Completely different sentences were spoken here, which nobody should import by mistake, ever.'),
  ];
  const refused = alignParagraphs(foreign, { base, words, acceptMismatch: false });
  assert.ok(refused.kind === 'mismatch' && refused.matchingShare < requiredShare);
  assert.equal(
    getTexts(aligned(foreign, { acceptMismatch: true }).edit)[0],
    toText(foreign[0]?.content ?? []),
  );
});

test('a summary is refused, though its words come in this order', () => {
  const summary = alignParagraphs([text('We talk about bread in Egypt.')], {
    base,
    words,
    acceptMismatch: false,
  });
  assert.equal(summary.kind, 'mismatch');
});

test('a text is aligned where nothing was recognized', () => {
  const result = alignParagraphs([text('Hello.', { startMs: 1500 })], {
    base: machineEdit({ words: [], speakers: [{ id: 0, name: 'Speaker 1' }], monologues: [] }),
    words: [],
    acceptMismatch: true,
  });
  assert.ok(result.kind === 'aligned');
  assert.deepEqual(
    result.change.put.map(({ startMs, from, to }) => [startMs, from, to]),
    [[1500, 0, 0]],
  );
});

test('ids and places are unique, and places rise', () => {
  const paragraphs = words.map((word) => text(word.text));
  const once = aligned(paragraphs).edit;
  const twice = aligned([text('new'), ...paragraphs.slice(3, 30), text('more'), ...paragraphs.slice(30)], {
    on: { revision: 1, ...once },
  }).edit;
  for (const { monologues } of [once, twice]) {
    assert.equal(new Set(monologues.map(({ id }) => id)).size, monologues.length);
    const places = monologues.map(({ place: key }) => key);
    assert.deepEqual(places, [...new Set(places)].toSorted());
  }
  const kept = twice.monologues.filter(({ id }) => once.monologues.some((old) => old.id === id));
  assert.ok(kept.length >= words.length - 3, `${kept.length} ids kept`);
});

test('what others saved meanwhile stays, but for words that the import has too', () => {
  const { change } = aligned([
    text((first ?? '').replace('good morning', 'Good morning,').replace('show today', 'show, today')),
    text(second ?? ''),
  ]);
  const [m0, m1] = base.monologues;
  assert.ok(m0 && m1);
  const theirs: EditChange = {
    put: [
      {
        ...m0,
        content: [
          { text: (first ?? '').replace('welcome', 'warm welcome').replace('show today', 'evening') },
        ],
      },
      { ...m1, content: [{ text: (second ?? '').replace('wild', 'tame') }] },
    ],
    remove: [],
  };
  const rebased = rebaseImport({ source, change, theirs });
  const final = applyChange(applyChange(base, theirs), rebased);
  assert.deepEqual(getTexts(final), [
    (first ?? '').replace('good morning and', 'Good morning, and warm').replace('show today', 'show, today'),
    (second ?? '').replace('wild', 'tame'),
  ]);
});

/** Words as the machine heard them, corrected ones, and ones that nobody said. */
const anyWord = fc.oneof(
  fc.constantFrom(...words.map((word) => word.text)),
  fc.constantFrom('Bread,', 'EGYPT!', '今日は', 'नमस्ते', '—', 'x'),
);
const anyParagraph: fc.Arbitrary<ImportedParagraph> = fc
  .record(
    {
      spoken: fc.array(anyWord, { minLength: 1, maxLength: 12 }),
      speaker: fc.constantFrom('Ann', 'ann', 'Speaker 2', 'Zoë', '\u202e'),
      startMs: fc.nat(40_000),
      isCaption: fc.constant(true),
    },
    { requiredKeys: ['spoken'] },
  )
  .map(({ spoken, ...more }) => text(spoken.join(' '), more));

test('whatever is imported, no word of it is lost or moved, and a save takes it', async () => {
  const anyFile = fc.array(anyParagraph, { minLength: 1, maxLength: 12 });
  await fc.assert(
    fc.asyncProperty(anyFile, anyFile, async (before, paragraphs) => {
      const on: Edit = { revision: 1, ...aligned(before, { acceptMismatch: true }).edit };
      const { edit, change } = aligned(paragraphs, { on, acceptMismatch: true });
      const said = paragraphs.map(({ content }) => toText(content)).join(' ');
      assert.equal(getTexts(edit).join(' '), said);
      assert.deepEqual(await parseChange(change), change);
      assert.ok(edit.monologues.every(({ to }) => to <= words.length));
    }),
    { numRuns: randomCases(200) },
  );
});
