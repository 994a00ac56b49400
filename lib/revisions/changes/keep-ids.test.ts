import assert from 'node:assert/strict';
import { test } from 'node:test';
import { generateNKeysBetween } from 'fractional-indexing';
import { keepIds, type NewMonologue } from '#lib/revisions/changes/keep-ids';
import { toContent, type Edit } from '#lib/transcript/edit';

type Part = [text: string, from: number, to: number];

const toPart = ([text, from, to]: Part): NewMonologue => ({ speaker: 0, from, to, content: toContent(text) });

function toEdit(parts: readonly Part[]): Edit {
  const places = generateNKeysBetween(null, null, parts.length);
  const monologues = parts.map((part, i) => ({ id: `m${i}`, place: places[i] ?? '', ...toPart(part) }));
  return { revision: 1, speakers: [{ id: 0, name: 'Ann' }], monologues };
}

/** The IDs of the parts; `new` for a part that matches no earlier one. */
function listIds(parts: readonly Part[], was: readonly Part[]): string[] {
  const kept = keepIds(parts.map(toPart), toEdit(was));
  const places = kept.map(({ place }) => place);
  assert.deepEqual(places, places.toSorted(), 'in order');
  return kept.map(({ id }) => (/^m\d+$/.test(id) ? id : 'new'));
}

test('paragraphs keep their ids by their text, and between those by their machine words', () => {
  const was: Part[] = [
    ['a', 0, 10],
    ['b', 10, 20],
    ['c', 20, 30],
    ['d', 30, 40],
  ];
  assert.deepEqual(
    listIds(
      [
        ['x', 0, 10],
        ['b', 10, 20],
        ['y', 20, 40],
      ],
      was,
    ),
    ['m0', 'm1', 'm2'],
  );
  assert.deepEqual(
    listIds(
      [
        ['x', 0, 5],
        ['y', 5, 10],
        ['z', 10, 20],
        ['d', 30, 40],
      ],
      was,
    ),
    ['m0', 'new', 'm1', 'm3'],
  );
  assert.deepEqual(
    listIds(
      [
        ['c', 20, 30],
        ['x', 35, 40],
      ],
      was,
    ),
    ['m2', 'm3'],
  );
});

test('what has no machine words keeps its id by its text alone, and hides none behind it', () => {
  const was: Part[] = [
    ['a', 0, 0],
    ['b', 0, 10],
    ['c', 10, 10],
    ['d', 10, 20],
  ];
  assert.deepEqual(
    listIds(
      [
        ['x', 0, 0],
        ['y', 0, 10],
        ['z', 10, 20],
      ],
      was,
    ),
    ['new', 'm1', 'm3'],
  );
  assert.deepEqual(
    listIds(
      [
        ['a', 0, 0],
        ['y', 0, 10],
        ['c', 10, 10],
        ['z', 10, 20],
      ],
      was,
    ),
    ['m0', 'm1', 'm2', 'm3'],
  );
});

test('each earlier paragraph is looked at a few times, where none has a word of the new ones, too', () => {
  const count = 2000;
  const layouts: Record<
    string,
    [old: (i: number) => [number, number], part: (i: number) => [number, number]]
  > = {
    'words by turns': [(i) => [2 * i, 2 * i + 1], (i) => [2 * i + 1, 2 * i + 2]],
    'all before': [(i) => [i, i + 1], (i) => [count + i, count + i + 1]],
    'all behind': [(i) => [count + i, count + i + 1], (i) => [i, i + 1]],
    'earlier ones without words': [() => [0, 0], (i) => [i, i + 1]],
    'new ones without words': [(i) => [i, i + 1], () => [count, count]],
  };
  for (const [name, [old, part]] of Object.entries(layouts)) {
    let looks = 0;
    const edit = toEdit(Array.from({ length: count }, (_, i): Part => [`old ${i}`, ...old(i)]));
    const monologues = edit.monologues.map((monologue) => ({
      ...monologue,
      get to() {
        looks += 1;
        return monologue.to;
      },
    }));
    const parts = Array.from({ length: count }, (_, i) => toPart([`new ${i}`, ...part(i)]));
    assert.equal(keepIds(parts, { ...edit, monologues }).length, count);
    assert.ok(looks <= 10 * count, `${name}: ${looks} looks`);
  }
});
