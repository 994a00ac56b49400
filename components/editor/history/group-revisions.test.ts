import assert from 'node:assert/strict';
import { test } from 'node:test';
import { groupRevisions } from './group-revisions';
import type { ListedRevision } from './listed-revision';

const saved = (number: number, at: string, name = 'Ann'): ListedRevision => ({
  number,
  at: `2026-01-${at}:00Z`,
  author: { kind: 'guest', name },
  monologuesChanged: 1,
});
const getDay = (at: string) => at.slice(0, 10);
const numbers = (revisions: ListedRevision[]) =>
  groupRevisions(revisions, getDay).days.map(({ sessions }) =>
    sessions.map(({ newest, earlier }) => [newest, ...earlier].map(({ number }) => number)),
  );

test('saves of one author with less than half an hour between are one session', () => {
  const history = [saved(3, '02T10:58'), saved(2, '02T10:29'), saved(1, '02T10:00')];
  assert.deepEqual(numbers(history), [[[3, 2, 1]]]);
});

test('half an hour, another author and another day begin another', () => {
  assert.deepEqual(numbers([saved(2, '02T10:30'), saved(1, '02T10:00')]), [[[2], [1]]]);
  assert.deepEqual(numbers([saved(2, '02T10:01', 'Ben'), saved(1, '02T10:00')]), [[[2], [1]]]);
  const owner = { ...saved(2, '02T10:01'), author: { kind: 'owner' as const, name: 'Ann' } };
  assert.deepEqual(numbers([owner, saved(1, '02T10:00')]), [[[2], [1]]]);
  assert.deepEqual(numbers([saved(2, '03T00:01'), saved(1, '02T23:59')]), [[[2]], [[1]]]);
});

test('a restore is an entry of its own', () => {
  const restored = { ...saved(3, '02T10:02'), restoredFrom: 1 };
  const history = [
    saved(5, '02T10:04'),
    saved(4, '02T10:03'),
    restored,
    saved(2, '02T10:01'),
    saved(1, '02T10:00'),
  ];
  assert.deepEqual(numbers(history), [[[5, 4], [3], [2, 1]]]);
});

test('the machine’s version belongs to no day', () => {
  const machine = {
    number: 0,
    at: null,
    author: { kind: 'machine' as const, name: '' },
    monologuesChanged: 0,
  };
  assert.deepEqual(groupRevisions([machine], getDay), { days: [], machine });
});
