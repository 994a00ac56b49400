import assert from 'node:assert/strict';
import test from 'node:test';
import { readRange } from '#app/media/read-range';

const table: Array<[header: string | null, start: number | string, end?: number]> = [
  [null, 'whole'],
  ['bytes=0-', 0, 99],
  ['bytes=0-0', 0, 0],
  ['bytes=10-19', 10, 19],
  ['Bytes= 10-19 ', 10, 19],
  ['bytes=99-', 99, 99],
  ['bytes=90-200', 90, 99],
  ['bytes=-1', 99, 99],
  ['bytes=-100', 0, 99],
  ['bytes=-500', 0, 99],
  ['bytes=100-', 'unsatisfiable'],
  ['bytes=100-200', 'unsatisfiable'],
  ['bytes=99999999999999999999-', 'unsatisfiable'],
  ['bytes=-0', 'unsatisfiable'],
  ['bytes=20-10', 'whole'],
  ['bytes=0-1,5-6', 'whole'],
  ['bytes=-', 'whole'],
  ['bytes=a-b', 'whole'],
  ['bytes=1.5-2', 'whole'],
  ['seconds=1-2', 'whole'],
  ['', 'whole'],
];

for (const [header, start, end] of table) {
  test(`of 100 bytes, ${header ?? 'no header'} asks for ${start}${end === undefined ? '' : `-${end}`}`, () => {
    assert.deepEqual(readRange(header, 100), typeof start === 'string' ? start : { start, end });
  });
}

test('an empty file has no range', () => {
  assert.equal(readRange('bytes=0-', 0), 'unsatisfiable');
  assert.equal(readRange('bytes=-5', 0), 'unsatisfiable');
});
