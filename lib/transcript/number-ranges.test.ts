import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { numbersIn, toRanges } from '#lib/transcript/number-ranges';

test('numbers become the fewest ranges, and numbers again', () => {
  assert.deepEqual(toRanges([5, 1, 2, 3, 3, 9]), [
    [1, 4],
    [5, 6],
    [9, 10],
  ]);
  fc.assert(
    fc.property(fc.array(fc.nat(200)), (numbers) => {
      const ranges = toRanges(numbers);
      assert.deepEqual(numbersIn(ranges), new Set(numbers.toSorted((a, b) => a - b)));
      assert(ranges.every(([from], i) => i === 0 || from > (ranges[i - 1]?.[1] ?? 0)));
    }),
  );
});
