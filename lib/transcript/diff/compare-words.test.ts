import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { alter, toEdit, toSpokenEdit, steps } from '#e2e/support/transcript/random-changes';
import { compareWords, type ComparedMonologue } from '#lib/transcript/diff/compare-words';
import { toContent, sortMonologues, toText, type Edit } from '#lib/transcript/edit';
import { randomCases } from '#e2e/support/random-cases';

const shown = (monologues: readonly ComparedMonologue[]) =>
  monologues.map(({ id, beginning, runs }) => {
    const text = runs.map(
      ({ kind, text }) => ({ same: text, inserted: `+(${text})`, deleted: `-(${text})` })[kind],
    );
    return `${id} ${beginning}: ${text.join('')}`;
  });

/** The texts of one side of a comparison, by monologue. */
function getTexts(monologues: readonly ComparedMonologue[], side: 'inserted' | 'deleted'): string[] {
  const texts: string[] = [];
  for (const { beginning, runs } of monologues) {
    const text = runs.map((run) => (run.kind === 'same' || run.kind === side ? run.text : '')).join('');
    if (beginning === 'same' || beginning === side) texts.push(text);
    else if (texts.length > 0) texts.push((texts.pop() ?? '') + text);
    else assert.equal(text, '');
  }
  return texts;
}

function withTexts(edit: Edit, texts: Record<string, string | undefined>): Edit {
  const monologues = edit.monologues.flatMap((monologue) => {
    const text = monologue.id in texts ? texts[monologue.id] : toText(monologue.content);
    return text === undefined ? [] : [{ ...monologue, content: toContent(text) }];
  });
  return { ...edit, monologues };
}

test('words taken out and put in stand in their place, and are counted', () => {
  const { edit } = toEdit([5, 2, 2]);
  const { monologues, counts } = compareWords(
    edit,
    withTexts(edit, { m0: 'w0 W1, w2 new w4', m1: 'w2 w3 w5 w6 end' }),
  );
  assert.deepEqual(shown(monologues), [
    'm0 same: w0 -(w1)+(W1,) w2 -(w3)+(new) w4',
    'm1 same: +(w2 w3 )w5 w6+( end)',
    'm2 same: w7 w8',
  ]);
  assert.deepEqual(counts, { inserted: 5, deleted: 2, changed: 2, monologuesChanged: 2, unchangedWords: 7 });
});

test('a merge is a deleted paragraph mark, and the other way round a split an inserted one', () => {
  const { edit } = toEdit([2, 2, 2]);
  const merged = withTexts(edit, { m0: 'w0 w1 w2 w3', m1: undefined });
  const merge = compareWords(edit, merged);
  assert.deepEqual(shown(merge.monologues), ['m0 same: w0 w1', 'm1 deleted: +( )w2 w3', 'm2 same: w4 w5']);
  assert.deepEqual(
    merge.monologues.map(({ speakerBefore, speakerAfter }) => [speakerBefore?.id, speakerAfter?.id]),
    [
      [0, 0],
      [1, undefined],
      [0, 0],
    ],
  );
  assert.deepEqual(merge.counts, {
    inserted: 0,
    deleted: 0,
    changed: 0,
    monologuesChanged: 1,
    unchangedWords: 6,
  });
  assert.deepEqual(shown(compareWords(merged, edit).monologues), [
    'm0 same: w0 w1',
    'm1 inserted: -( )w2 w3',
    'm2 same: w4 w5',
  ]);
});

test('a monologue that is gone stands behind the one that it followed, a moved one is compared with itself', () => {
  const { edit } = toEdit([2, 2, 2, 1, 1]);
  const after = withTexts(edit, { m1: undefined, m2: 'w4 W5' });
  const moved = {
    ...after,
    monologues: sortMonologues(
      after.monologues.map((monologue) =>
        monologue.id === 'm2' ? { ...monologue, place: 'a9' } : monologue,
      ),
    ),
  };
  const { monologues } = compareWords(edit, moved);
  assert.deepEqual(shown(monologues), [
    'm0 same: w0 w1',
    'm1 deleted: -(w2 w3)',
    'm3 same: w6',
    'm4 same: w7',
    'm2 same: w4 -(w5)+(W5)',
  ]);
  assert.deepEqual(
    monologues.filter((monologue) => monologue.moved).map(({ id }) => id),
    ['m2'],
  );
});

test('another speaker is a difference, another name one of the whole, and other machine words are none', () => {
  const { edit } = toEdit([2, 2, 2]);
  const after = {
    ...edit,
    speakers: edit.speakers.map((speaker) => (speaker.id === 1 ? { ...speaker, name: 'Ben' } : speaker)),
    monologues: edit.monologues.map((monologue, i) =>
      i === 0 ? { ...monologue, speaker: 1 } : { ...monologue, to: monologue.from },
    ),
  };
  const { monologues, renamed, counts } = compareWords(edit, after);
  assert.deepEqual(renamed, [{ id: 1, before: 'Speaker 2', after: 'Ben' }]);
  assert.deepEqual(
    monologues.map(({ speakerBefore, speakerAfter }) => [speakerBefore?.name, speakerAfter?.name]),
    [
      ['Speaker 1', 'Ben'],
      ['Speaker 2', 'Ben'],
      ['Speaker 1', 'Speaker 1'],
    ],
  );
  assert.equal(counts.monologuesChanged, 1);
});

test('both texts can be read out of the comparison, to the last blank', () => {
  fc.assert(
    fc.property(
      fc.array(fc.nat(8), { maxLength: 6 }),
      steps(8, 'move'),
      steps(4, 'move'),
      (lengths, first, second) => {
        const { edit } = toEdit(lengths);
        const [before, after] = [alter(edit, first, 'A'), alter(edit, second, 'B')];
        const { monologues } = compareWords(before, after);
        const texts = ({ monologues }: Edit) => monologues.map(({ content }) => toText(content));
        assert.deepEqual(getTexts(monologues, 'inserted'), texts(after));
        assert.deepEqual(getTexts(monologues, 'deleted'), texts(before));
        for (const { runs } of monologues) {
          assert.ok(runs.every(({ text, kind }, i) => text !== '' && kind !== runs[i - 1]?.kind));
        }
      },
    ),
    { numRuns: randomCases(2000) },
  );
});

test('with moves the later text can be read out of the comparison in its order, and of the earlier no word is missing', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(8), { maxLength: 6 }), steps(8), (lengths, taken) => {
      const { edit: before } = toEdit(lengths);
      const after = alter(before, taken, 'A');
      const { monologues } = compareWords(before, after);
      const texts = ({ monologues }: Edit) => monologues.map(({ content }) => toText(content));
      assert.deepEqual(getTexts(monologues, 'inserted'), texts(after));
      assert.deepEqual(getTexts(monologues, 'deleted').toSorted(), texts(before).toSorted());
    }),
    { numRuns: randomCases(1000) },
  );
});

test('nothing differs from itself, and the result is plain data', () => {
  const { edit } = toEdit([3, 0, 2]);
  const comparison = compareWords(edit, alter(edit, [{ what: 'tag', monologue: 0, word: 1 }], 'A'));
  assert.deepEqual(structuredClone(comparison), comparison);
  assert.deepEqual(compareWords(edit, edit).counts, {
    inserted: 0,
    deleted: 0,
    changed: 0,
    monologuesChanged: 0,
    unchangedWords: 5,
  });
});

test('in three hours of speech 2,000 changes are found, also where every monologue was split', () => {
  const { edit } = toEdit(Array.from({ length: 600 }, () => 50));
  const changes = Array.from({ length: 2000 }, (_, i) => ({
    what: 'replace' as const,
    monologue: i % 600,
    word: (i * 7 + Math.floor(i / 600) * 11) % 50,
  }));
  const cuts = Array.from({ length: 600 }, (_, i) => ({
    what: 'split' as const,
    monologue: i * 2,
    word: 25,
  }));
  for (const after of [alter(edit, changes, 'A'), alter(alter(edit, changes, 'A'), cuts, 'B')]) {
    assert.ok(compareWords(edit, after).counts.inserted >= 1900);
  }
});

const japanese = toSpokenEdit([
  ['今日', 'は', '晴れ', 'です。'],
  ['明', '日', 'は', '雨', 'です。'],
]);
/** The edit with a space between any two words. */
const spaced = (edit: Edit): Edit => ({
  ...edit,
  monologues: edit.monologues.map((monologue) => ({
    ...monologue,
    content: toContent(
      japanese.words
        .slice(monologue.from, monologue.to)
        .map(({ text }) => text)
        .join(' '),
    ),
  })),
});

test('words without blanks between them are compared one by one', () => {
  const { edit } = japanese;
  const after = withTexts(edit, { m1: '明日はたぶん雪です。' });
  const { monologues, counts } = compareWords(edit, after);
  assert.deepEqual(shown(monologues), ['m0 same: 今日は晴れです。', 'm1 same: 明日は-(雨)+(たぶん雪)です。']);
  assert.deepEqual(counts, { inserted: 2, deleted: 1, changed: 1, monologuesChanged: 1, unchangedWords: 7 });
});

test('blanks between all words of an edit are no change where the other one is written without', () => {
  const { edit } = japanese;
  const old = spaced(edit);
  for (const [before, after] of [
    [edit, old],
    [old, edit],
  ] as const) {
    const { monologues, counts } = compareWords(before, after);
    assert.deepEqual(shown(monologues), ['m0 same: 今日は晴れです。', 'm1 same: 明日は雨です。']);
    assert.equal(counts.monologuesChanged, 0);
  }
  const { monologues, counts } = compareWords(edit, withTexts(old, { m1: '明 日 は 雪 です。' }));
  assert.deepEqual(shown(monologues), ['m0 same: 今日は晴れです。', 'm1 same: 明日は-(雨)+(雪)です。']);
  assert.deepEqual([counts.inserted, counts.deleted, counts.monologuesChanged], [1, 1, 1]);
});

test('a blank that someone set is a change, and of two edits with blanks all stand', () => {
  const { edit } = japanese;
  assert.deepEqual(shown(compareWords(edit, withTexts(edit, { m0: '今日は 晴れです。' })).monologues), [
    'm0 same: 今日は+( )晴れです。',
    'm1 same: 明日は雨です。',
  ]);
  const old = spaced(edit);
  const { monologues } = compareWords(
    old,
    withTexts(old, { m0: '昨日 は 晴れ です。', m1: '明日 は 雨 です。' }),
  );
  assert.deepEqual(shown(monologues), [
    'm0 same: -(今日)+(昨日) は 晴れ です。',
    'm1 same: -(明 日)+(明日) は 雨 です。',
  ]);
});

const wordless = (id: string, text = ''): Edit['monologues'][number] => ({
  ...{ id, place: 'a0', speaker: 0, from: 0, to: 0 },
  content: toContent(text),
});

test('twenty thousand empty monologues exchanged for others are compared', () => {
  const toEmpty = (letter: string) => Array.from({ length: 20_000 }, (_, i) => wordless(`${letter}${i}`));
  const { counts } = compareWords(
    { revision: 0, speakers: [], monologues: toEmpty('a') },
    { revision: 1, speakers: [], monologues: toEmpty('b') },
  );
  assert.equal(counts.monologuesChanged, 0);
});

test('many paragraphs without a word that occurs once cost no more than one, and both texts are still in it', () => {
  let state = 1;
  const random = () => ((state = (state * 48_271) % 2_147_483_647) % 2 === 0 ? 'a' : 'b');
  const toWords = () => Array.from({ length: 3000 }, random).join(' ');
  const toSide = () => Array.from({ length: 100 }, (_, i) => wordless(`m${i}`, toWords()));
  const [before, after] = [toSide(), toSide()];
  const { monologues } = compareWords(
    { revision: 0, speakers: [], monologues: before },
    { revision: 1, speakers: [], monologues: after },
  );
  const inText = (side: Edit['monologues']) => side.map(({ content }) => toText(content));
  assert.deepEqual(getTexts(monologues, 'deleted'), inText(before));
  assert.deepEqual(getTexts(monologues, 'inserted'), inText(after));
});
