import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { randomCases } from '#e2e/support/random-cases';
import { alter, put, steps, toEdit } from '#e2e/support/transcript/random-changes';
import { changeBetween } from '#lib/revisions/changes/change-between';
import { compareWords } from '#lib/transcript/diff/compare-words';
import { applyChange, toContent, toText, type Edit } from '#lib/transcript/edit';
import { chooseChanges, divideChanges, type ChangeOrUnchanged } from './choose-changes';

function divide(base: Edit, target: Omit<Edit, 'revision'>) {
  const change = changeBetween(base, target);
  const after = { revision: 1, ...applyChange(base, change) };
  const divided = divideChanges(compareWords(base, after), { base, change });
  const changes = divided.filter((each) => each.kind !== 'unchanged');
  const choose = (isChosen: (each: ChangeOrUnchanged, i: number) => boolean) =>
    applyChange(base, chooseChanges(base, { change, divided, chosen: new Set(changes.filter(isChosen)) }));
  return { change, after, divided, changes, choose };
}

const { edit } = toEdit([3, 3, 3, 3]);
const getTexts = ({ monologues }: Pick<Edit, 'monologues'>) =>
  monologues.map(({ content }) => toText(content));

test('what is left out keeps the paragraph as it was, and the rest is changed', () => {
  const target = put(put(edit, { id: 'm0', text: 'w0 x w1 w2' }), { id: 'm2', text: 'w6 w7' });
  const { changes, choose } = divide(edit, target);
  assert.equal(changes.length, 2);
  const chosen = choose((_, i) => i === 1);
  assert.deepEqual(getTexts(chosen), ['w0 w1 w2', 'w3 w4 w5', 'w6 w7', 'w9 w10 w11']);
  assert.equal(chosen.monologues[0], edit.monologues[0]);
  assert.deepEqual(getTexts(choose(() => true)), getTexts(target));
  assert.deepEqual(
    choose(() => false),
    { speakers: edit.speakers, monologues: edit.monologues },
  );
});

test('a split with a new paragraph in it is one change, and a new paragraph beside it another', () => {
  const [m0, ...others] = edit.monologues;
  assert.ok(m0);
  const made = (id: string, place: string, text: string) => ({ ...m0, id, place, content: toContent(text) });
  const monologues = [
    made('m0', m0.place, 'w0'),
    made('n1', 'a0G', 'all of this is new'),
    made('n2', 'a0V', 'w1 w2'),
    ...others,
    made('n3', 'z00000000000000000000000000', 'an end'),
  ];
  const { changes, choose } = divide(edit, { ...edit, monologues });
  assert.deepEqual(
    changes.map((each) => (each.kind === 'paragraphs' ? each.paragraphs.map(({ id }) => id) : each.kind)),
    [['m0', 'n1', 'n2'], ['n3']],
  );
  assert.deepEqual(getTexts(choose((_, i) => i === 1)), [...getTexts(edit), 'an end']);
});

test('a new name can be left out alone, and a speaker whom nobody needs is not added', () => {
  const speakers = [{ id: 0, name: 'Ann' }, ...edit.speakers.slice(1), { id: 2, name: 'Zoë' }];
  const monologues = edit.monologues.map((each, i) => (i === 3 ? { ...each, speaker: 2 } : each));
  const { changes, choose } = divide(edit, { ...edit, speakers, monologues });
  assert.deepEqual(
    changes.map(({ kind }) => kind),
    ['rename', 'paragraphs'],
  );
  const names = ({ speakers: all }: Pick<Edit, 'speakers'>) => all.map(({ name }) => name);
  assert.deepEqual(names(choose((_, i) => i === 0)), ['Ann', 'Speaker 2']);
  assert.deepEqual(names(choose((_, i) => i === 1)), ['Speaker 1', 'Speaker 2', 'Zoë']);
});

test('times alone are no change, and not taken over', () => {
  const { changes, choose } = divide(edit, {
    ...edit,
    monologues: edit.monologues.map((each) => ({ ...each, to: each.to + 1, startMs: 5 })),
  });
  assert.deepEqual(changes, []);
  assert.deepEqual(choose(() => true).monologues, edit.monologues);
});

test('whatever was changed: all of it is the target, none the base, and of each part its own side', () => {
  const lengths = fc.array(fc.integer({ min: 1, max: 6 }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(
      lengths,
      steps(12, 'move', 'space'),
      fc.array(fc.boolean(), { minLength: 1 }),
      (each, work, coins) => {
        const base = toEdit(each).edit;
        const target = alter(base, work, 'x');
        const { divided, choose, after } = divide(base, target);
        const words = (text: string): string[] => text.match(/\S+/gu) ?? [];
        const isChosen = (i: number): boolean => coins[i % coins.length] === true;
        const getWords = (of: Pick<Edit, 'monologues'>) => words(getTexts(of).join(' '));
        assert.deepEqual(getWords(choose(() => true)), getWords(after));
        assert.deepEqual(getWords(choose(() => false)), getWords(base));
        const some = choose((_, i) => isChosen(i));
        let at = 0;
        const expected = divided.flatMap((part) => {
          const isTaken = part.kind !== 'unchanged' && isChosen(at++);
          if (part.kind === 'rename') return [];
          const left = isTaken ? 'deleted' : 'inserted';
          return part.paragraphs.map(({ runs }) =>
            runs.map(({ kind, text }) => (kind === left ? '' : text)).join(''),
          );
        });
        assert.deepEqual(getWords(some), words(expected.join(' ')));
        const speakers = new Set(some.speakers.map(({ id }) => id));
        assert.ok(some.monologues.every(({ speaker }) => speakers.has(speaker)));
      },
    ),
    { numRuns: randomCases(300) },
  );
});

test('paragraphs that were moved are moved or stay, each for itself', () => {
  const moves = fc.array(
    fc.record({ what: fc.constant('move' as const), monologue: fc.nat(3), word: fc.nat(9) }),
    {
      minLength: 1,
      maxLength: 3,
    },
  );
  fc.assert(
    fc.property(moves, fc.array(fc.boolean(), { minLength: 4 }), (work, coins) => {
      const { choose, after, changes } = divide(edit, alter(edit, work, 'x'));
      assert.deepEqual(getTexts(choose(() => true)), getTexts(after));
      assert.deepEqual(getTexts(choose(() => false)), getTexts(edit));
      const { monologues } = choose((_, i) => coins[i] === true);
      for (const [i, change] of changes.entries()) {
        assert.ok(change.kind === 'paragraphs');
        for (const { id } of change.paragraphs) {
          const [is, was] = [monologues, edit.monologues].map((all) => all.find((each) => each.id === id));
          if (coins[i] !== true) assert.deepEqual(is, was);
        }
      }
    }),
    { numRuns: randomCases(100) },
  );
});
