import assert from 'node:assert/strict';
import { test } from 'node:test';
import { unifySpelling } from './unify-spelling';

test('all spellings of a word become one', () => {
  const pairs = [
    'harbour harbor',
    'favourite favorite',
    'odours odors',
    'discoloured discolored',
    'organisation organization',
    'analysed analyzed',
    'travelling traveling',
    'theatre theater',
    'kilometres kilometers',
    'dialogue dialog',
    'defence defense',
    'ok okay',
    'goin going',
    'grey gray',
  ];
  for (const pair of pairs) {
    const [one = '', other = ''] = pair.split(' ');
    assert.equal(unifySpelling(one), unifySpelling(other), pair);
  }
});

test('other words stay apart', () => {
  const pairs =
    'four for|your yor|filled filed|prise prize|there their|willing wiling|pence pense|were wer|tour tor';
  for (const pair of pairs.split('|')) {
    const [one = '', other = ''] = pair.split(' ');
    assert.notEqual(unifySpelling(one), unifySpelling(other), pair);
  }
});
