import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spellNumber, toOrdinal, toPlural } from './spell-number';

const firsts = (...numbers: string[]) => numbers.map((digits) => spellNumber(digits)[0]?.join(' '));
const all = (digits: string) => spellNumber(digits).map((reading) => reading.join(' '));

test('a number is said as it is most often said', () => {
  assert.deepEqual(firsts('0', '7', '15', '20', '42', '100', '999'), [
    ...['zero', 'seven', 'fifteen', 'twenty', 'forty two', 'one hundred', 'nine hundred ninety nine'],
  ]);
  assert.deepEqual(firsts('1000', '1950', '2005', '2024', '1900', '12000', '3000001'), [
    ...['one thousand', 'nineteen fifty', 'two thousand five', 'twenty twenty four', 'nineteen hundred'],
    ...['twelve thousand', 'three million one'],
  ]);
});

test('other ways of saying it are known, each once', () => {
  assert.deepEqual(all('105'), [
    ...['one hundred five', 'one oh five', 'one o five', 'one hundred and five'],
    ...['a hundred five', 'a hundred and five', 'one zero five'],
  ]);
  assert.ok(all('2005').includes('two thousand and five') && all('2005').includes('twenty oh five'));
  assert.ok(all('1950').includes('one thousand nine hundred and fifty'));
  assert.ok(all('007').includes('oh oh seven') && all('007').includes('zero zero seven'));
  assert.deepEqual(all('5'), ['five']);
});

test('a number too long to have a name is said digit by digit', () => {
  assert.equal(spellNumber('1234567890123456')[0]?.length, 16);
});

test('ordinals and plurals follow English', () => {
  assert.deepEqual(['one', 'two', 'twelve', 'twenty', 'four'].map(toOrdinal), [
    ...['first', 'second', 'twelfth', 'twentieth', 'fourth'],
  ]);
  assert.deepEqual(['fifty', 'six', 'hundred'].map(toPlural), ['fifties', 'sixes', 'hundreds']);
});
