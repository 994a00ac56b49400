import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { randomCases } from '#e2e/support/random-cases';
import { toPieces, type ImportedParagraph } from '#lib/imports/imported-paragraph';
import { alignParagraphs, rebaseImport, requiredShare, type AlignedImport } from '#lib/imports/align-import';
import { prepareChange, writeChange } from '#lib/revisions/changes/prepare-change';
import { parseChange } from '#lib/revisions/changes/parse-change';
import { timeTokens } from '#lib/transcript/align/align';
import { applyChange, machineEdit, toText, type Edit, type EditChange } from '#lib/transcript/edit';
import type { MachineWord } from '#lib/transcript/model';

const spoken =
  'good morning and welcome to the show today we talk about the history of bread and who baked it first ' +
  'thank you for having me it is a long story that begins in egypt some four thousand years ago with wild yeast';

/** A word each half second; the second speaker begins with the 21st word. */
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
  options: { on?: Edit; acceptMismatch?: boolean; findsMoved?: boolean } = {},
): Extract<AlignedImport<EditChange>, { kind: 'aligned' }> & { edit: Omit<Edit, 'revision'> } {
  const { on = base, acceptMismatch = false, findsMoved = false } = options;
  const result = alignParagraphs(paragraphs, { base: on, words, acceptMismatch, findsMoved });
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

test('speakers are those of the same name, renamed where the file calls them otherwise throughout, else new', () => {
  const { edit, change } = aligned([
    text(first ?? '', { speaker: 'Ann' }),
    text(second ?? '', { speaker: 'Prof. Bread' }),
  ]);
  assert.deepEqual(change.put, []);
  assert.deepEqual(edit.speakers, [
    { id: 0, name: 'Ann' },
    { id: 1, name: 'Prof. Bread' },
  ]);
  const added = aligned([
    text(first ?? '', { speaker: 'Ann' }),
    text(spoken.split(' ').slice(20, 30).join(' '), { speaker: 'Prof. Bread' }),
    text(spoken.split(' ').slice(30).join(' '), { speaker: 'Speaker 2' }),
  ]);
  assert.deepEqual(added.edit.speakers, [...base.speakers, { id: 2, name: 'Prof. Bread' }]);
  assert.deepEqual(
    added.edit.monologues.map(({ speaker }) => speaker),
    [0, 2, 1],
  );
});

/** Eight paragraphs of five words; the fifth has a start set by hand, and words under a tag. */
const eight: Edit = {
  revision: 1,
  speakers: [...base.speakers, { id: 7, name: 'Nobody yet' }],
  monologues: Array.from({ length: 8 }, (_, i) => ({
    ...{ id: `m${i}`, place: `a${i}`, speaker: i % 2, from: i * 5, to: i * 5 + 5 },
    content: toPieces(
      spoken
        .split(' ')
        .slice(i * 5, i * 5 + 5)
        .join(' '),
    ),
    ...(i === 4 && {
      startMs: 9990,
      content: [{ text: 'thank you for ' }, { tag: '[noise]', note: 'having me' }],
    }),
  })),
};
const written = ({ monologues }: Pick<Edit, 'monologues'>): ImportedParagraph[] =>
  monologues.map(({ content, speaker }) => ({
    content: toPieces(toText(content)),
    speaker: eight.speakers[speaker]?.name ?? '',
  }));

const withoutPlace = (monologue: Edit['monologues'][number]) => ({ ...monologue, place: '' });

test('a paragraph that was moved is the same, with its time, and the only change', () => {
  const { monologues } = eight;
  const order = [5, 0, 1, 2, 3, 4, 6, 7];
  const moved = written({ monologues: order.flatMap((i) => monologues[i] ?? []) });
  const { change, edit } = aligned(moved, { on: eight, findsMoved: true });
  assert.deepEqual(change.remove, []);
  assert.deepEqual(change.put, [{ ...monologues[5], place: change.put[0]?.place }]);
  assert.deepEqual(
    edit.monologues.map(({ id }) => id),
    order.map((i) => `m${i}`),
  );
  // Restores the order, on the transcript in which the paragraph was moved.
  const back = aligned(written(eight), { on: { ...eight, ...edit }, findsMoved: true });
  assert.deepEqual(back.edit.monologues.map(withoutPlace), monologues.map(withoutPlace));
  assert.equal(back.change.put.length, 1);
});

test('a paragraph that was moved and corrected is the same, with the words that it came from', () => {
  const file = written(eight);
  const [second, last] = [file[1] ?? assert.fail(), file[7] ?? assert.fail()];
  const corrected = { ...second, content: toPieces('the show today we really talk') };
  const { change } = aligned([corrected, ...file.toSpliced(1, 1)], { on: eight, findsMoved: true });
  assert.deepEqual(change.remove, []);
  assert.deepEqual(
    change.put.map(({ id, from, to, content }) => [id, from, to, toText(content)]),
    [['m1', 5, 10, 'the show today we really talk']],
  );
  // A barely similar paragraph is a new one.
  const other = { ...second, content: toPieces('the show must go on and on') };
  const replaced = aligned([last, other, ...file.toSpliced(7, 1).toSpliced(1, 1)], {
    on: eight,
    findsMoved: true,
  });
  assert.deepEqual(replaced.change.remove, ['m1']);
});

test('a word typed in a paragraph leaves its time by hand, what tags stand for, empty paragraphs and silent speakers', () => {
  const empty = { id: 'empty', place: 'a3V', speaker: 0, from: 20, to: 20, content: [] };
  const on = { ...eight, monologues: eight.monologues.toSpliced(4, 0, empty) };
  const file = written(eight);
  const fifth = file[4] ?? assert.fail();
  const { change } = aligned(file.with(4, { ...fifth, content: toPieces('thank you really for [noise]') }), {
    on,
  });
  assert.deepEqual(change, {
    put: [
      {
        ...eight.monologues[4],
        content: [{ text: 'thank you really for ' }, { tag: '[noise]', note: 'having me' }],
      },
    ],
    remove: [],
  });
});

test('comments are told with their paragraphs', () => {
  const comments = [
    { author: 'Ann', text: 'Check.', anchor: 'good' },
    { author: 'Ann', text: 'All of it.' },
  ];
  const { change, ...rest } = aligned([text(first ?? '', { comments }), text(second ?? '')]);
  assert.deepEqual(change.put, []);
  assert.deepEqual(rest.comments, [{ ...comments[0], monologue: 'm0' }, comments[1]]);
});

/** The machine's words as captions of four words, by a clock that starts 2 s late and runs 4% slow. */
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
  const prepared = rebaseImport({
    ...{ source, change: prepareChange(change) },
    theirs: JSON.stringify(theirs),
  });
  const rebased = JSON.parse(writeChange(prepared)) as EditChange;
  const final = applyChange(applyChange(base, theirs), rebased);
  assert.deepEqual(getTexts(final), [
    (first ?? '').replace('good morning and', 'Good morning, and warm').replace('show today', 'show, today'),
    (second ?? '').replace('wild', 'tame'),
  ]);
});

/** Recognized words, and others that don't occur in the recording. */
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
