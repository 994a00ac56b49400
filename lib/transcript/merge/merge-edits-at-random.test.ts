import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import {
  alter,
  toEdit,
  merge,
  put,
  createRepeatingEdit,
  steps,
  toWords,
  type Step,
} from '#e2e/support/transcript/random-changes';
import { randomCases } from '#e2e/support/random-cases';

const lengths = fc.array(fc.integer({ min: 0, max: 8 }), { minLength: 1, maxLength: 6 });

function mergeSteps(lengthsOfBase: readonly number[], mySteps: readonly Step[], theirSteps: readonly Step[]) {
  const { edit: base, words } = toEdit(lengthsOfBase);
  const [mine, theirs] = [alter(base, mySteps, 'A'), alter(base, theirSteps, 'B')];
  return { base, mine, theirs, words, ...merge(base, mine, theirs, words) };
}

/** I move a paragraph and merge it into another one, while they write into both: my text has no mark left. */
const movedIntoAnother: [number[], Step[], Step[]] = [
  [3, 0],
  [
    { what: 'insert', monologue: 0, word: 0 },
    { what: 'move', monologue: 0, word: 1 },
    { what: 'merge', monologue: 0, word: 0 },
    { what: 'remove', monologue: 0, word: 3 },
  ],
  [
    { what: 'insert', monologue: 1, word: 0 },
    { what: 'replace', monologue: 0, word: 0 },
  ],
];

test('no word is lost, the result is valid, and the same input gives the same', () => {
  fc.assert(
    fc.property(lengths, steps(6), steps(6), (lengthsOfBase, mySteps, theirSteps) => {
      const { base, mine, theirs, words, result, change, conflicts } = mergeSteps(
        lengthsOfBase,
        mySteps,
        theirSteps,
      );
      const now = toWords(result);
      const present = new Set([...now, ...conflicts.flatMap((conflict) => conflict.mine.split(/\s+/u))]);
      const was = new Set(toWords(base));
      for (const word of toWords(mine)) assert.ok(was.has(word) || present.has(word), `mine: ${word}`);
      const nowThere = new Set(now);
      for (const word of toWords(theirs)) assert.ok(was.has(word) || nowThere.has(word), `theirs: ${word}`);
      const myWords = new Set(toWords(mine));
      for (const word of toWords(theirs)) assert.ok(!myWords.has(word) || present.has(word), `both: ${word}`);
      assert.equal(new Set(result.monologues.map(({ id }) => id)).size, result.monologues.length);
      const speakers = new Set(result.speakers.map(({ id }) => id));
      assert.equal(speakers.size, result.speakers.length);
      for (const { speaker, from, to, content } of result.monologues) {
        assert.ok(speakers.has(speaker));
        assert.ok(0 <= from && from <= to && to <= words.length, `${from}..${to}`);
        assert.ok(content.every((piece) => 'tag' in piece || piece.text !== ''));
      }
      assert.deepEqual(merge(base, mine, theirs, words), { result, change, conflicts });
    }),
    { numRuns: randomCases(2000), examples: [movedIntoAnother] },
  );
});

test('no typed word is lost where the words of the transcript repeat themselves', () => {
  fc.assert(
    fc.property(
      lengths,
      fc.integer({ min: 1, max: 3 }),
      steps(6),
      steps(6),
      (lengthsOfBase, different, my, their) => {
        const { edit: base, words } = createRepeatingEdit(lengthsOfBase, different);
        const [mine, theirs] = [alter(base, my, 'A'), alter(base, their, 'B')];
        const { result, conflicts } = merge(base, mine, theirs, words);
        const now = toWords(result);
        const present = new Set([...now, ...conflicts.flatMap((conflict) => conflict.mine.split(/\s+/u))]);
        for (const word of toWords(mine))
          assert.ok(word.startsWith('w') || present.has(word), `mine: ${word}`);
        for (const word of toWords(theirs))
          assert.ok(word.startsWith('w') || now.includes(word), `theirs: ${word}`);
      },
    ),
    { numRuns: randomCases(1000) },
  );
});

test('without a move, words that both kept are there once and in their order, and without a conflict those removed are gone', () => {
  fc.assert(
    fc.property(lengths, steps(6, 'move'), steps(6, 'move'), (lengthsOfBase, mySteps, theirSteps) => {
      const { base, mine, theirs, result, conflicts } = mergeSteps(lengthsOfBase, mySteps, theirSteps);
      const [my, their] = [new Set(toWords(mine)), new Set(toWords(theirs))];
      const shared = toWords(base).filter((word) => my.has(word) && their.has(word));
      const now = toWords(result);
      const wanted = new Set(shared);
      assert.deepEqual(
        now.filter((word) => wanted.has(word)),
        shared,
      );
      const isDouble = now.length !== new Set(now).size;
      assert.equal(isDouble, false);
      const removed = new Set(toWords(base).filter((word) => !wanted.has(word)));
      if (conflicts.length === 0)
        assert.deepEqual(
          now.filter((word) => removed.has(word)),
          [],
        );
    }),
    { numRuns: randomCases(2000) },
  );
});

test('with one side empty the result is the other', () => {
  fc.assert(
    fc.property(lengths, steps(8), (lengthsOfBase, taken) => {
      const alone = mergeSteps(lengthsOfBase, taken, []);
      assert.deepEqual(alone.result, { speakers: alone.mine.speakers, monologues: alone.mine.monologues });
      assert.deepEqual(alone.conflicts, []);
      assert.deepEqual(mergeSteps(lengthsOfBase, [], taken).change, { put: [], remove: [] });
    }),
    { numRuns: randomCases(1000) },
  );
});

test('what was saved already, by a request whose answer was lost, changes nothing', () => {
  fc.assert(
    fc.property(lengths, steps(8), (lengthsOfBase, taken) => {
      const { edit: base, words } = toEdit(lengthsOfBase);
      const mine = alter(base, taken, 'A');
      const { change, conflicts } = merge(base, mine, mine, words);
      assert.deepEqual({ change, conflicts }, { change: { put: [], remove: [] }, conflicts: [] });
    }),
    { numRuns: randomCases(1000) },
  );
});

test('changes to words more than two apart are all made', () => {
  const one = fc.constantFrom('insert', 'remove', 'replace', 'keep');
  fc.assert(
    fc.property(
      fc.array(fc.tuple(one, one), { minLength: 1, maxLength: 6 }),
      fc.nat(3),
      (places, monologues) => {
        const { edit: base, words } = toEdit([
          places.length * 6,
          ...Array.from({ length: monologues }, () => 2),
        ]);
        const apply = (sides: readonly number[]) => {
          const text = words.slice(0, places.length * 6).map(({ text }, i) => {
            const side = i % 6 === 1 ? 0 : i % 6 === 4 ? 1 : undefined;
            const what =
              side === undefined || !sides.includes(side) ? 'keep' : places[Math.floor(i / 6)]?.[side];
            return { insert: `new${i} ${text}`, remove: '', replace: `new${i}`, keep: text }[what ?? 'keep'];
          });
          return put(base, { id: 'm0', text: text.filter((word) => word !== '').join(' ') });
        };
        const { result, conflicts } = merge(base, apply([0]), apply([1]), words);
        assert.deepEqual(conflicts, []);
        assert.deepEqual(result.monologues, apply([0, 1]).monologues);
      },
    ),
    { numRuns: randomCases(500) },
  );
});

test('work on different monologues leaves nothing over', () => {
  const within = steps(5, 'merge', 'move', 'name', 'drop', 'split', 'add');
  const at = (monologue: number, taken: readonly Step[]) => taken.map((step) => ({ ...step, monologue }));
  fc.assert(
    fc.property(within, within, within, (first, second, third) => {
      const { result, conflicts } = mergeSteps(
        [4, 0, 5, 3],
        [...at(0, first), ...at(2, third)],
        [...at(1, second), ...at(3, third)],
      );
      assert.deepEqual(conflicts, []);
      assert.equal(new Set(toWords(result)).size, toWords(result).length);
    }),
    { numRuns: randomCases(500) },
  );
});

test('five words changed by each of two people in three hours of speech are combined', () => {
  const { edit: base, words } = toEdit(Array.from({ length: 600 }, () => 50));
  const touch = (author: string) =>
    alter(
      base,
      Array.from({ length: 5 }, (_, i) => ({
        what: 'replace',
        monologue: i * 100 + 7,
        word: author === 'A' ? 10 : 40,
      })),
      author,
    );
  const [mine, theirs] = [touch('A'), touch('B')];
  assert.deepEqual(merge(base, mine, theirs, words).conflicts, []);
});
