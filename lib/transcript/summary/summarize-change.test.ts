import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  alter,
  changeBetween,
  put,
  steps,
  toEdit,
  toSpokenEdit,
  without,
} from '#e2e/support/transcript/random-changes';
import { randomCases } from '#e2e/support/random-cases';
import { toText, type Edit } from '#lib/transcript/edit';
import { summarizeChange } from '#lib/transcript/summary/summarize-change';

/** Summarizes the change between two edits, from only the monologues that differ. */
function summarize(before: Edit, after: Edit) {
  const change = changeBetween(before, after);
  const touched = new Set([...change.put.map(({ id }) => id), ...change.remove]);
  return summarizeChange(
    { monologues: before.monologues.filter(({ id }) => touched.has(id)), speakers: before.speakers },
    { monologues: change.put, speakers: after.speakers },
  );
}

const { edit } = toEdit([4, 4, 4, 4]);
const withSpeakers = (...speakers: Edit['speakers']): Edit => ({ ...edit, speakers });
const [one, two] = [
  { id: 0, name: 'Speaker 1' },
  { id: 1, name: 'Speaker 2' },
];

test('speakers are told by name, and more than two by number', () => {
  assert.deepEqual(summarize(edit, withSpeakers({ id: 0, name: 'Interviewer' }, two)), [
    { kind: 'renamed', from: 'Speaker 1', to: 'Interviewer' },
  ]);
  const many = [0, 1, 2].map((id) => ({ id, name: `Speaker ${id + 1}` }));
  assert.deepEqual(
    summarize(withSpeakers(...many), withSpeakers(...many.map(({ id }) => ({ id, name: `Person ${id}` })))),
    [{ kind: 'renamedSpeakers', count: 3 }],
  );
  assert.deepEqual(summarize(edit, withSpeakers(one, { ...two, colour: 4 }, { id: 2, name: 'Cleo' })), [
    { kind: 'addedSpeakers', count: 1 },
    { kind: 'recoloredSpeakers', count: 1 },
  ]);
});

test('a speaker whose paragraphs all went to another was merged; one without any was removed', () => {
  const merged = {
    ...withSpeakers(one),
    monologues: edit.monologues.map((each) => ({ ...each, speaker: 0 })),
  };
  assert.deepEqual(summarize(edit, merged), [{ kind: 'mergedSpeaker', from: 'Speaker 2', to: 'Speaker 1' }]);
  assert.deepEqual(summarize(withSpeakers(one, two, { id: 2, name: 'Cleo' }), edit), [
    { kind: 'removedSpeakers', count: 1 },
  ]);
  assert.deepEqual(summarize(edit, alter(edit, [{ what: 'give', monologue: 1, word: 0 }], 'A')), [
    { kind: 'reassigned', count: 1 },
  ]);
});

test('changed texts are counted by paragraph', () => {
  const after = put(edit, { id: 'm0', text: 'w0 new w2 w3' }, { id: 'm2', text: 'other words' });
  assert.deepEqual(summarize(edit, after), [{ kind: 'edited', count: 2 }]);
  assert.deepEqual(summarize(edit, put(edit, { id: 'm0', text: 'w0  w1 w2 w3' })), [
    { kind: 'edited', count: 1 },
  ]);
  assert.deepEqual(summarize(edit, edit), []);
});

test('splits and merges are told apart from edits, alone and together with them', () => {
  const split = alter(edit, [{ what: 'split', monologue: 1, word: 2 }], 'A');
  assert.deepEqual(summarize(edit, split), [{ kind: 'split', count: 1 }]);
  assert.deepEqual(summarize(split, edit), [{ kind: 'merged', count: 1 }]);
  const twice = alter(split, [{ what: 'split', monologue: 0, word: 1 }], 'B');
  assert.deepEqual(summarize(edit, twice), [{ kind: 'split', count: 2 }]);
  assert.deepEqual(summarize(edit, put(split, { id: 'm1', text: 'w4 other' }, { id: 'm3', text: 'new' })), [
    { kind: 'edited', count: 2 },
    { kind: 'split', count: 1 },
  ]);
  const atEnd = put(edit, { id: 'new', text: '', place: 'a0V', from: 4, to: 4 });
  assert.deepEqual(summarize(edit, put(atEnd, { id: 'm0', text: 'w0 w1 w2' })), [
    { kind: 'edited', count: 1 },
    { kind: 'split', count: 1 },
  ]);
});

test('paragraphs that came or went with their words were added or removed', () => {
  const pasted = put(edit, { id: 'new', text: 'pasted words', place: 'a0V', from: 4, to: 4 });
  assert.deepEqual(summarize(edit, pasted), [{ kind: 'added', count: 1 }]);
  assert.deepEqual(summarize(edit, without(edit, 'm1', 'm2')), [{ kind: 'removed', count: 2 }]);
  // The previous paragraph takes over the original words of a removed one.
  const taken = put(without(edit, 'm1'), { id: 'm0', text: 'w0 w1 w2 w3', to: 8 });
  assert.deepEqual(summarize(edit, taken), [{ kind: 'removed', count: 1 }]);
});

const saying = (...texts: string[]): Edit => put(edit, ...texts.map((text, i) => ({ id: `m${i}`, text })));

test('one text replaced by another everywhere is told with its number', () => {
  const replaced = (before: string[], after: string[]) => summarize(saying(...before), saying(...after));
  assert.deepEqual(replaced(['um, so um', 'Um.', 'no'], ['er, so er', 'er.', 'no']), [
    { kind: 'replaced', count: 3 },
  ]);
  assert.deepEqual(replaced(['colour, colours', 'discoloured'], ['color, colors', 'discolored']), [
    { kind: 'replaced', count: 3 },
  ]);
  assert.deepEqual(replaced(['um um yes', 'well um'], ['yes', 'well']), [{ kind: 'replaced', count: 3 }]);
  assert.deepEqual(replaced(['a $5 fee', 'the $5 fee'], ['a 5 € fee', 'the 5 € fee']), [
    { kind: 'replaced', count: 2 },
  ]);
});

test('one word replaced once, and different changes, are edits', () => {
  const replaced = (before: string[], after: string[]) => summarize(saying(...before), saying(...after));
  assert.deepEqual(replaced(['one um'], ['one er']), [{ kind: 'edited', count: 1 }]);
  assert.deepEqual(replaced(['one um', 'um'], ['one er', 'oh']), [{ kind: 'edited', count: 2 }]);
  assert.deepEqual(replaced(['one', 'two'], ['one,', 'two,']), [{ kind: 'edited', count: 2 }]);
  assert.deepEqual(replaced(['one', 'two'], ['one more', 'two more']), [{ kind: 'edited', count: 2 }]);
});

test('whatever was done to names and texts, something is told of it, and of nothing nothing', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(8), { minLength: 1, maxLength: 6 }), steps(8, 'move'), (lengths, taken) => {
      const { edit: before } = toEdit(lengths);
      const after = alter(before, taken, 'A');
      const facts = summarize(before, after);
      const print = ({ monologues, speakers }: Edit) =>
        JSON.stringify([speakers.map(({ name }) => name), monologues.map(({ content }) => toText(content))]);
      if (print(before) !== print(after)) assert.notDeepEqual(facts, []);
      if (JSON.stringify(before) === JSON.stringify(after)) assert.deepEqual(facts, []);
      for (const fact of facts) assert.ok(!('count' in fact) || fact.count > 0);
    }),
    { numRuns: randomCases(2000) },
  );
});

test('what is replaced in a script without blanks is counted, too', () => {
  const { edit: before } = toSpokenEdit([
    ['東京', 'は', '晴れ', 'です。'],
    ['私', 'は', '東京', 'から', '東京', 'まで', '行く。'],
  ]);
  const after = put(
    before,
    { id: 'm0', text: '大阪は晴れです。' },
    { id: 'm1', text: '私は大阪から大阪まで行く。' },
  );
  assert.deepEqual(summarize(before, after), [{ kind: 'replaced', count: 3 }]);
  assert.deepEqual(summarize(before, without(put(before, { id: 'm0', text: '東京は雨です。' }), 'm1')), [
    { kind: 'edited', count: 1 },
    { kind: 'removed', count: 1 },
  ]);
});

const wordless = (id: string, text: string): Edit['monologues'][number] => ({
  ...{ id, place: 'a0', speaker: 0, from: 0, to: 0 },
  content: [{ text }],
});
const summarizeSides = (before: Edit['monologues'], after: Edit['monologues']) =>
  summarizeChange({ monologues: before, speakers: [one] }, { monologues: after, speakers: [one] });

test('twenty thousand paragraphs without original words, and as many other ones, are summarized', () => {
  const ids = Array.from({ length: 10_000 }, (_, i) => i);
  const before = ids.flatMap((i) => [wordless(`k${i}`, `kept ${i}`), wordless(`g${i}`, `gone ${i}`)]);
  const after = ids.flatMap((i) => [wordless(`k${i}`, `kept ${i} again`), wordless(`n${i}`, `new ${i}`)]);
  assert.deepEqual(summarizeSides(before, after), [
    { kind: 'edited', count: 10_000 },
    { kind: 'added', count: 10_000 },
    { kind: 'removed', count: 10_000 },
  ]);
});

test('a paragraph whose letters repeat is looked through for parts of it in linear time', () => {
  const before = [wordless('k', 'a'.repeat(200_000))];
  const after = [wordless('k', 'a'.repeat(100_000)), wordless('n', `b${'a'.repeat(99_999)}`)];
  assert.deepEqual(summarizeSides(before, after), [
    { kind: 'edited', count: 1 },
    { kind: 'added', count: 1 },
  ]);
  const [text, part] = [`${'ab'.repeat(40_000)}abc`, `${'ab'.repeat(30_000)}abc`];
  assert.deepEqual(summarizeSides([wordless('k', text)], [wordless('k', 'ab'), wordless('n', part)]), [
    { kind: 'edited', count: 1 },
    { kind: 'split', count: 1 },
  ]);
});

test('a long passage exchanged for another is an edit', () => {
  const toText = (seed: number) =>
    Array.from({ length: 66_000 }, (_, i) => ((i * seed * 7919) % 1296).toString(36).padStart(2, '0')).join(
      ' ',
    );
  assert.deepEqual(summarizeSides([wordless('m', toText(1))], [wordless('m', toText(5))]), [
    { kind: 'edited', count: 1 },
  ]);
});

test('a thousand speakers who all went to others are told by their number', () => {
  const ids = Array.from({ length: 20_000 }, (_, i) => i);
  const speakers = ids.slice(0, 1000).map((id) => ({ id, name: `Speaker ${id}` }));
  const spoken = (add: number) =>
    ids.map((i) => ({ ...wordless(`m${i}`, 'same'), speaker: (i % 500) + add }));
  assert.deepEqual(
    summarizeChange(
      { monologues: spoken(500), speakers },
      { monologues: spoken(0), speakers: speakers.slice(0, 500) },
    ),
    [{ kind: 'mergedSpeakers', count: 500 }],
  );
});
