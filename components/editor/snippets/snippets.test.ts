import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findAbbreviation, isEnding, parseSnippets } from './snippets';

const snippets = { ';int': '[inaudible]', int: 'interviewer', btw: 'by the way' };

test('an abbreviation counts as a word of its own, and of several the longest', () => {
  assert.equal(findAbbreviation('so ;int', snippets), ';int');
  assert.equal(findAbbreviation('btw', snippets), 'btw');
  assert.equal(findAbbreviation('“btw', snippets), 'btw');
  assert.equal(findAbbreviation('\ufffcbtw', snippets), 'btw');
  assert.equal(findAbbreviation('the int', snippets), 'int');
  for (const before of ['', 'print', 'so ;in', 'btw ', 'BTW']) {
    assert.equal(findAbbreviation(before, snippets), undefined, before);
  }
});

test('blanks and marks that end a word make a text of it, letters and digits do not', () => {
  for (const typed of [' ', '.', ',', '?', '!', ':', ')', '\u00a0']) assert.ok(isEnding(typed), typed);
  for (const typed of ['a', '1', '', '. ', '[']) assert.ok(!isEnding(typed), typed);
});

test('what was kept is taken as far as it is possible', () => {
  assert.deepEqual(parseSnippets(snippets), snippets);
  const wrong = {
    '': 'x',
    'a b': 'x',
    ok: 'fine',
    empty: ' ',
    number: 7,
    ['x'.repeat(25)]: 'x',
    long: 'x'.repeat(201),
  };
  assert.deepEqual(parseSnippets(wrong), { ok: 'fine' });
  for (const given of [undefined, null, 'x', [['a', 'b']]]) assert.deepEqual(parseSnippets(given), {});
});
