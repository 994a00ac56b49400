import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { splitIntoChunks } from './split-into-chunks';
import { randomCases } from '#e2e/support/random-cases';

const size = 4;

/** A change to a list of distinct numbers. */
const anyChange = fc.record({
  at: fc.nat(),
  removed: fc.nat(9),
  added: fc.oneof(fc.nat(2), fc.nat(30)),
  movedTo: fc.option(fc.nat(), { nil: undefined }),
});

function changed(
  all: readonly number[],
  {
    at,
    removed,
    added,
    movedTo,
  }: { at: number; removed: number; added: number; movedTo: number | undefined },
): number[] {
  const next = [...all];
  const taken = next.splice(at % (next.length + 1), removed);
  if (movedTo !== undefined) next.splice(movedTo % (next.length + 1), 0, ...taken);
  const last = Math.max(-1, ...all);
  next.splice(at % (next.length + 1), 0, ...Array.from({ length: added }, (_, i) => last + 1 + i));
  return next;
}

test('whatever is added, removed and moved: the shares are the list in its order, neither long nor many', () => {
  fc.assert(
    fc.property(fc.array(anyChange, { maxLength: 12 }), (changes) => {
      let all = Array.from({ length: 20 }, (_, i) => i);
      let chunks: ReadonlyArray<readonly number[]> = [];
      for (const change of [undefined, ...changes]) {
        if (change !== undefined) all = changed(all, change);
        const assignments = splitIntoChunks(all, chunks, size);
        assert.deepEqual(
          assignments.flatMap(({ elements }) => elements),
          all,
        );
        const goOn = assignments.flatMap(({ chunk }) => chunk ?? []);
        assert.deepEqual(
          goOn,
          [...new Set(goOn)].toSorted((a, b) => a - b),
          'a part continues once, and in its place',
        );
        assert(assignments.every(({ elements }) => elements.length > 0 && elements.length <= 2 * size));
        const lengths = assignments.map(({ elements }) => elements.length);
        assert(
          lengths.slice(1).every((length, i) => length + (lengths[i] ?? 0) > size),
          lengths.join(),
        );
        chunks = assignments.map(({ elements }) => elements);
      }
    }),
    { numRuns: randomCases(2000) },
  );
});

test('a part that nothing happened to keeps its elements, wherever something is added, removed or moved', () => {
  const all = Array.from({ length: 40 }, (_, i) => i);
  const chunks = splitIntoChunks(all, [], size).map(({ elements }) => elements);
  assert.equal(chunks.length, 10);
  const isKept = (next: readonly number[], touched: readonly number[]): void => {
    const assignments = splitIntoChunks(next, chunks, size);
    for (const [chunk, elements] of chunks.entries()) {
      if (touched.includes(chunk)) continue;
      assert.deepEqual(
        assignments.find((share) => share.chunk === chunk)?.elements,
        elements,
        `part ${chunk}`,
      );
    }
  };
  isKept(all.toSpliced(13, 0, 100), [3]);
  isKept(all.toSpliced(0, 0, 100), [0]);
  isKept(all.toSpliced(40, 0, 100), [9]);
  isKept(all.toSpliced(7, 2), [1, 2]);
  isKept(all.toSpliced(8, 4), [2]);
  isKept(all.toSpliced(30, 1).toSpliced(9, 0, 30), [2, 7]);
  isKept(all.toSpliced(9, 1).toSpliced(29, 0, 9), [2, 7]);
});
