import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMatchBudget, matchTokens } from '#lib/transcript/diff/match-tokens';

const words = (text: string) => text.split(' ');

test('tokens that occur once lead, and those between them follow', () => {
  const matches = matchTokens(words('a x a y a z'), words('a a y b a z'));
  assert.deepEqual([...matches], [0, -1, 1, 2, 4, 5]);
});

test('each division that leaves one token to divide by is followed only so far', () => {
  // t1 u t2 t1 t3 t2 …: at first only u is unique; after it only t1, after that only t2, and so on.
  const chain = (filler: string) =>
    Array.from({ length: 60_000 }, (_, i) =>
      i === 0 ? ['t1', 'u'] : [filler, `t${i + 1}`, filler, `t${i}`, filler],
    ).flat();
  const [before, after] = [chain('x'), chain('y')];
  const matches = matchTokens(before, after);
  assert.equal(after[matches[before.indexOf('u')] ?? -1], 'u');
  let last = -1;
  for (const [i, match] of matches.entries()) {
    if (match < 0) continue;
    assert.ok(match > last && before[i] === after[match]);
    last = match;
  }
});

test('what shares a budget that is spent counts as replaced', () => {
  const [before, after] = [words('a b a b'), words('b a b a')];
  const budget = createMatchBudget();
  assert.ok(matchTokens(before, after, budget).some((match) => match >= 0));
  const left = budget.steps;
  assert.ok(left < createMatchBudget().steps);
  budget.steps = 0;
  assert.ok(matchTokens(before, after, budget).every((match) => match < 0));
  assert.equal(budget.steps, 0);
  assert.deepEqual([...matchTokens(before, before, budget)], [0, 1, 2, 3]);
});
