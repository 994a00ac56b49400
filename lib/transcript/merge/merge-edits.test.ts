import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toEdit, toSpokenEdit, merge, put, without } from '#e2e/support/transcript/random-changes';
import { toText, type Edit } from '#lib/transcript/edit';

const shown = ({ monologues }: Pick<Edit, 'monologues'>) =>
  monologues.map(({ speaker, content }) => `${speaker}: ${toText(content)}`);

test('a word corrected in the second half of a monologue that they split is in the new monologue', () => {
  const { edit: base, words } = toEdit([2, 6, 2]);
  const theirs = put(
    base,
    { id: 'm1', text: 'w2 w3 w4', to: 5 },
    { id: 'x', text: 'w5 w6 w7', place: 'a1V', speaker: 0, from: 5, to: 8 },
  );
  for (const word of ['w5', 'w6', 'w7']) {
    const mine = put(base, { id: 'm1', text: 'w2 w3 w4 w5 w6 w7'.replace(word, 'Word,') });
    const { result, conflicts } = merge(base, mine, theirs, words);
    assert.deepEqual(conflicts, []);
    assert.deepEqual(shown(result), [
      '0: w0 w1',
      '1: w2 w3 w4',
      `0: ${'w5 w6 w7'.replace(word, 'Word,')}`,
      '0: w8 w9',
    ]);
    assert.deepEqual(
      result.monologues.map(({ from, to }) => [from, to]),
      [
        [0, 2],
        [2, 5],
        [5, 8],
        [8, 10],
      ],
    );
  }
});

test('a word corrected in a monologue that they merged into the one before is in the merged monologue', () => {
  const { edit: base, words } = toEdit([2, 3, 3]);
  const theirs = without(put(base, { id: 'm1', text: 'w2 w3 w4 w5 w6 w7', to: 8 }), 'm2');
  const mine = put(base, { id: 'm2', text: 'Word, w6  w7' });
  const { result, conflicts } = merge(base, mine, theirs, words);
  assert.deepEqual(conflicts, []);
  assert.deepEqual(shown(result), ['0: w0 w1', '1: w2 w3 w4 Word, w6  w7']);
  assert.deepEqual(
    result.monologues.map(({ from, to }) => [from, to]),
    [
      [0, 2],
      [2, 8],
    ],
  );
});

test('where both changed the same words theirs stand in the text, and mine are left over with the words around', () => {
  const { edit: base, words } = toEdit([9, 2]);
  const mine = put(base, { id: 'm0', text: 'w0 w1 w2 w3 mine w5 w6 w7 w8' });
  const theirs = put(base, { id: 'm0', text: 'w0 w1 w2 w3 theirs, w5 w6 w7 w8' });
  const { change, conflicts } = merge(base, mine, theirs, words);
  assert.deepEqual(change, { put: [], remove: [] });
  assert.deepEqual(conflicts, [
    {
      id: 'new0',
      monologueId: 'm0',
      mine: 'w1 w2 w3 mine w5 w6 w7',
      base: 'w1 w2 w3 w4 w5 w6 w7',
      theirs: 'w1 w2 w3 theirs, w5 w6 w7',
    },
  ]);
});

test('what I typed in a monologue that they removed is left over without a place', () => {
  const { edit: base, words } = toEdit([2, 3, 2]);
  const mine = put(base, { id: 'm1', text: 'w2 w3 w4 more' });
  const { result, conflicts } = merge(base, mine, without(base, 'm1'), words);
  assert.deepEqual(shown(result), ['0: w0 w1', '0: w5 w6']);
  assert.deepEqual(
    conflicts.map(({ monologueId, mine }) => [monologueId, mine]),
    [[undefined, 'w2 w3 w4 more']],
  );
});

test('a new monologue of mine stands behind the whole of the one that they split', () => {
  const { edit: base, words } = toEdit([4, 2]);
  const theirs = put(
    base,
    { id: 'm0', text: 'w0 w1', to: 2 },
    { id: 'x', text: 'w2 w3', place: 'a0k', speaker: 0, from: 2, to: 4 },
  );
  const mine = put(base, { id: 'y', text: 'hello', place: 'a0V', speaker: 1, from: 4, to: 4 });
  const { result, conflicts } = merge(base, mine, theirs, words);
  assert.deepEqual(conflicts, []);
  assert.deepEqual(shown(result), ['0: w0 w1', '0: w2 w3', '1: hello', '1: w4 w5']);
});

test('words do not change their speaker where they put a monologue between two that I merged', () => {
  const { edit: base, words } = toEdit([2, 2]);
  const mine = without(put(base, { id: 'm0', text: 'w0 w1 w2 w3', to: 4 }), 'm1');
  const theirs = put(base, { id: 'x', text: 'hello', place: 'a0V', from: 2, to: 2 });
  const { result, conflicts } = merge(base, mine, theirs, words);
  assert.deepEqual(conflicts, []);
  assert.deepEqual(shown(result), ['0: w0 w1', '0: hello', '1: w2 w3']);
});

test('a word put in beside a word that they changed is left over', () => {
  const { edit: base, words } = toEdit([4]);
  const mine = put(base, { id: 'm0', text: 'w0 did w1 w2 w3' });
  const { result, conflicts } = merge(base, mine, put(base, { id: 'm0', text: 'w0 goes w2 w3' }), words);
  assert.deepEqual(shown(result), ['0: w0 goes w2 w3']);
  assert.deepEqual(
    conflicts.map(({ mine }) => mine),
    ['w0 did w1 w2 w3'],
  );
});

test('where both split at one place it is one split, theirs', () => {
  const { edit: base, words } = toEdit([4]);
  const split = (id: string) =>
    put(
      base,
      { id: 'm0', text: 'w0 w1', to: 2 },
      { id, text: 'w2 w3', place: 'a1', speaker: 1, from: 2, to: 4 },
    );
  const { result, conflicts } = merge(base, split('x'), split('y'), words);
  assert.deepEqual(conflicts, []);
  assert.deepEqual(
    result.monologues.map(({ id, content }) => [id, toText(content)]),
    [
      ['m0', 'w0 w1'],
      ['y', 'w2 w3'],
    ],
  );
});

test('a blank that I am typing at the end of a monologue stays when they change another word of it', () => {
  const { edit: base, words } = toEdit([4]);
  const { result } = merge(
    base,
    put(base, { id: 'm0', text: 'w0 w1 w2 w3 ' }),
    put(base, { id: 'm0', text: 'W0 w1 w2 w3' }),
    words,
  );
  assert.deepEqual(shown(result), ['0: W0 w1 w2 w3 ']);
});

test('speakers: one name each, both changed theirs, both added under one id both stay, one in use is not removed', () => {
  const { edit: base, words } = toEdit([2, 2]);
  const mine: Edit = {
    ...put(base, { id: 'm0', text: 'w0 w1', speaker: 2 }),
    speakers: [
      { id: 0, name: 'Anna' },
      { id: 1, name: 'Ben' },
      { id: 2, name: 'Mine' },
    ],
  };
  const theirs: Edit = {
    ...put(base, { id: 'm1', text: 'w2 w3', speaker: 2 }),
    speakers: [
      { id: 0, name: 'Anne', colour: 3 },
      { id: 2, name: 'Theirs' },
    ],
  };
  const { result } = merge(base, mine, theirs, words);
  assert.deepEqual(result.speakers, [
    { id: 0, name: 'Anne', colour: 3 },
    { id: 2, name: 'Theirs' },
    { id: 3, name: 'Mine' },
  ]);
  assert.deepEqual(
    result.monologues.map(({ speaker }) => speaker),
    [3, 2],
  );
  const unused = merge(
    base,
    put(base, { id: 'm0', text: 'w0 w1', speaker: 1 }),
    { ...put(base, { id: 'm1', text: 'w2 w3', speaker: 0 }), speakers: base.speakers.slice(0, 1) },
    words,
  );
  assert.deepEqual(unused.result.speakers, base.speakers);
});

test('a monologue that I moved while they corrected it is moved and corrected', () => {
  const { edit: base, words } = toEdit([2, 2, 2]);
  const mine = put(base, { id: 'm0', text: 'w0 w1', place: 'a3' });
  const { result, conflicts } = merge(base, mine, put(base, { id: 'm0', text: 'w0 W1' }), words);
  assert.deepEqual(conflicts, []);
  assert.deepEqual(shown(result), ['1: w2 w3', '0: w4 w5', '0: w0 W1']);
});

test('two new monologues under one id both stay', () => {
  const { edit: base, words } = toEdit([2, 2]);
  const [mine, theirs] = ['mine', 'theirs'].map((text) =>
    put(base, { id: 'x', text, place: 'a0V', from: 2, to: 2 }),
  );
  assert.ok(mine && theirs);
  const { result } = merge(base, mine, theirs, words);
  assert.deepEqual(shown(result), ['0: w0 w1', '0: mine', '0: theirs', '1: w2 w3']);
});

const japanese = toSpokenEdit([['今日', 'は', '晴れ', 'です。', '明日', 'は', '雨', 'です。']]);

test('two people change different words of a script without blanks: both are in, and no blank', () => {
  const { edit: base, words } = japanese;
  const mine = put(base, { id: 'm0', text: '今日は曇りです。明日は雨です。' });
  const theirs = put(base, { id: 'm0', text: '今日は晴れです。明日は雪です。' });
  const { result, conflicts } = merge(base, mine, theirs, words);
  assert.deepEqual(conflicts, []);
  assert.deepEqual(shown(result), ['0: 今日は曇りです。明日は雪です。']);
});

test('words of a script without blanks that two people change are a conflict, told as it is written', () => {
  const { edit: base, words } = japanese;
  const mine = put(base, { id: 'm0', text: '今日は曇りです。明日は雨です。' });
  const theirs = put(base, { id: 'm0', text: '今日は雪です。明日は雨です。' });
  const { result, conflicts } = merge(base, mine, theirs, words);
  assert.deepEqual(shown(result), ['0: 今日は雪です。明日は雨です。']);
  const [conflict] = conflicts;
  assert.equal(conflict?.mine, '今日は曇りです。明日は');
  assert.ok(toText(result.monologues[0]?.content ?? []).includes(conflict?.theirs ?? '?'));
});

test('a paragraph of a script without blanks that one splits and another corrects is both, with its words', () => {
  const { edit: base, words } = japanese;
  const mine = put(base, { id: 'm0', text: '今日は晴れです。明日は雪です。' });
  const theirs = put(
    base,
    { id: 'm0', text: '今日は晴れです。', to: 4 },
    { id: 'x', text: '明日は雨です。', place: 'a1', from: 4, to: 8 },
  );
  const { result, conflicts } = merge(base, mine, theirs, words);
  assert.deepEqual(conflicts, []);
  assert.deepEqual(shown(result), ['0: 今日は晴れです。', '0: 明日は雪です。']);
  assert.deepEqual(
    result.monologues.map(({ from, to }) => [from, to]),
    [
      [0, 4],
      [4, 8],
    ],
  );
});

test('what one wrote with blanks between all words, and another without, is merged with every word', () => {
  const { edit: base, words } = japanese;
  const mine = put(base, { id: 'm0', text: '今日 は 曇り です。 明日 は 雨 です。' });
  const theirs = put(base, { id: 'm0', text: '今日は晴れです。明日は雪です。' });
  for (const [one, other] of [
    [mine, theirs],
    [theirs, mine],
  ] as const) {
    const { result, conflicts } = merge(base, one, other, words);
    assert.deepEqual(conflicts, []);
    assert.deepEqual(
      shown(result).map((line) => line.replaceAll(' ', '')),
      ['0:今日は曇りです。明日は雪です。'],
    );
  }
});

test('a paragraph that I split while it was recognized again has words of that recognition alone', () => {
  const { edit: base, words } = toEdit([2, 6, 2]);
  const theirs = put(base, { id: 'm1', text: 'w2 w3 w4 w5 w6 w7', from: 12, to: 18 });
  const mine = put(
    base,
    { id: 'm1', text: 'w2 w3 w4', to: 5 },
    { id: 'x', text: 'w5 w6 w7', place: 'a1V', speaker: 0, from: 5, to: 8 },
  );
  const { result, conflicts } = merge(base, mine, theirs, [...words, ...words]);
  assert.deepEqual(conflicts, []);
  assert.deepEqual(
    result.monologues.map(({ from, to }) => [from, to]),
    [
      [0, 2],
      [12, 15],
      [15, 18],
      [8, 10],
    ],
  );
});
