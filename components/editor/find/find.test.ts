import assert from 'node:assert/strict';
import { test } from 'node:test';
import { compile, type Query } from './pattern';
import { expand } from './replace-hits';
import { tagMark } from '#components/editor/document/to-document.ts';
import { searchText } from './search-text';

function found(text: string, sought: string, how: Partial<Query> = {}): string[] {
  const query = { text: sought, matchCase: false, wholeWord: false, isPattern: false, ...how };
  const compiled = compile(query);
  assert.ok(compiled && 'expression' in compiled, 'no expression');
  return searchText(text, compiled.expression, query).map(
    ({ from, to }) => `${from} ${text.slice(from, to)}`,
  );
}

test('a text is found as it is, whatever signs it has', () => {
  assert.deepEqual(found('what? (yes) $5 a\\b', '(yes) $5'), ['6 (yes) $5']);
  assert.deepEqual(found('a.b axb', 'a.b'), ['0 a.b']);
  assert.deepEqual(found('a/b-c', '/b-c'), ['1 /b-c']);
  assert.deepEqual(found('a\u00a0b', 'a b'), ['0 a\u00a0b']);
});

test('scripts without blanks between words are found with and without them, others only as they are', () => {
  assert.deepEqual(found('我们 都是 中国人', '我们都是'), ['0 我们 都是']);
  assert.deepEqual(found('我们都是', '我们都是'), ['0 我们都是']);
  assert.deepEqual(found('สวัสดี ครับ', 'สวัสดีครับ'), ['0 สวัสดี ครับ']);
  assert.deepEqual(found('コーヒー を', 'コーヒーを'), ['0 コーヒー を']);
  assert.deepEqual(found('me n', 'men'), []);
});

test('cases are folded in every script that has them, unless matching is case-sensitive', () => {
  for (const [text, sought] of [
    ['ÄRGER', 'ärger'],
    ['ОДЕССА', 'одесса'],
    ['ΟΔΟΣ', 'οδος'],
    ['οδός', 'ΟΔΌΣ'],
    ['ԵՐԵՒԱՆ', 'երեւան'],
    ['STRASSE', 'straße'],
    ['Straße', 'STRASSE'],
    ['𐐀', '𐐨'],
  ] as const) {
    assert.deepEqual(found(text, sought), [`0 ${text}`]);
    assert.deepEqual(found(text, sought, { matchCase: true }), []);
  }
});

test('accents are found however they are composed', () => {
  assert.deepEqual(found('cafe\u0301', 'café').length, 1);
  assert.deepEqual(found('caf\u00e9', 'cafe\u0301').length, 1);
});

test('emoji and other signs of two units are found whole', () => {
  assert.deepEqual(found('a 😀 b', '😀'), ['2 😀']);
  assert.deepEqual(found('a 😀 b', '.', { isPattern: true }).length, 5);
});

test('what overlaps is found once', () => {
  assert.deepEqual(found('aaaaa', 'aa'), ['0 aa', '2 aa']);
});

test('nothing is found over a tag', () => {
  const text = `one ${tagMark} two`;
  assert.deepEqual(found(text, 'one.*two', { isPattern: true }), []);
  assert.deepEqual(found(text, '\\w+', { isPattern: true }), ['0 one', '6 two']);
});

test('whole words are found in scripts with blanks', () => {
  const whole = { wholeWord: true };
  assert.deepEqual(found('cat concat cat, cats', 'cat', whole), ['0 cat', '11 cat']);
  assert.deepEqual(found('élan él', 'él', whole), ['5 él'], 'letters beyond ASCII are letters');
  assert.deepEqual(found('كتاب والكتاب كتاب', 'كتاب', whole).length, 2);
  assert.deepEqual(found('किताब किताबें', 'किताब', whole).length, 1, 'a vowel sign belongs to its word');
});

test('whole words are found where no blanks are between them', () => {
  const whole = { wholeWord: true };
  assert.deepEqual(found('私は東京に住む', '東京', whole), ['2 東京']);
  assert.deepEqual(found('私は東京に住む', '京に', whole), []);
  assert.deepEqual(found('ฉันรักแมว', 'แมว', whole).length, 1);
});

test('an expression is searched with its classes of Unicode; matches of nothing are left out', () => {
  assert.deepEqual(found('Ünal, 12 Äpfel', '\\p{Lu}\\p{Ll}+', { isPattern: true, matchCase: true }), [
    '0 Ünal',
    '9 Äpfel',
  ]);
  assert.deepEqual(found('abc', 'x*', { isPattern: true }), []);
  assert.deepEqual(found('abab', '(?<=a)b', { isPattern: true }), ['1 b', '3 b']);
});

test('an invalid expression is reported without its text', () => {
  const compiled = compile({ text: '(a', matchCase: false, wholeWord: false, isPattern: true });
  assert.ok(compiled && 'error' in compiled);
  assert.match(compiled.error, /^[A-Z][a-z ]+$/);
  assert.equal(compile({ text: '', matchCase: false, wholeWord: false, isPattern: true }), undefined);
});

test('a replacement has the groups of its match', () => {
  const text = 'Anna Berg';
  const compiled = compile({
    text: '(?<first>\\w+) (\\w+)',
    matchCase: false,
    wholeWord: false,
    isPattern: true,
  });
  assert.ok(compiled && 'expression' in compiled);
  const [match] = searchText(text, compiled.expression, { wholeWord: false, isPattern: true });
  assert.ok(match);
  for (const replacement of ['$2, $1', '$<first>!', '$& $$1', '$3 $0', '$11', '$<none>', '$12x', '$']) {
    assert.equal(expand(replacement, match), text.replace(/(?<first>\w+) (\w+)/u, replacement), replacement);
  }
  assert.equal(expand('$1', { from: 0, to: 1 }), '$1', 'without an expression it is only text');
});
