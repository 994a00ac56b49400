import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cutSnippet, toQuery } from '#lib/search/search-words';

test('every word is searched for, and the last one may be a prefix', () => {
  assert.equal(toQuery('  young  man '), "'young' & 'man':*");
});

test('what is written without blanks is sought as words one after the other', () => {
  assert.equal(toQuery('我们都是 OK'), "'我们' <-> '都是' & 'OK':*");
  assert.equal(toQuery('สวัสดีครับ'), "'สวัสดี' <-> 'ครับ':*");
});

test('quotes, backslashes and operators are text', () => {
  assert.equal(toQuery(String.raw`it's a\b & !x`), String.raw`'it''s' & 'a\\b' & '&' & '!x':*`);
  assert.equal(toQuery(' \0 '), '');
});

test('a snippet shows the first word found with those around it', () => {
  assert.deepEqual(cutSnippet('one \u0002two\u0003 three \u0002two\u0003'), {
    before: 'one ',
    match: 'two',
    after: ' three two',
    index: 1,
  });
});

test('a snippet of a script without blanks has none, and all that was found together', () => {
  assert.deepEqual(cutSnippet('我们 \u0002都是\u0003 \u0002中国人\u0003。 OK'), {
    before: '我们',
    match: '都是中国人。',
    after: ' OK',
    index: 1,
  });
});

test('a long monologue is cut on both sides', () => {
  const words = Array.from({ length: 40 }, (_, index) => `w${index}`);
  words[20] = '\u0002w20\u0003';
  const found = cutSnippet(words.join(' '));
  assert.equal(found?.index, 20);
  assert.equal(found?.before, '… w14 w15 w16 w17 w18 w19 ');
  assert.equal(found?.after, ' w21 w22 w23 w24 w25 w26 w27 w28 w29 w30 …');
});

test('a text without marks has no snippet', () => assert.equal(cutSnippet('one two'), undefined));
