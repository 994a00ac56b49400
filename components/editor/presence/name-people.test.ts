import assert from 'node:assert/strict';
import { test } from 'node:test';
import { namePeople } from './name-people';

const initials = (...names: string[]): string[] => namePeople(names).map((person) => person.initials);

test('a person has the first letters of two words, or the first two of one', () => {
  assert.deepEqual(initials('Ann Lee', 'ben', 'Zoë van der Łuk', 'x', 'ann.lee@longhand.example'), [
    'AL',
    'BE',
    'ZŁ',
    'X',
    'AE',
  ]);
  assert.deepEqual(initials('田中太郎', 'é́va', 'ßa'), ['田中', 'É́V', 'ßA']);
  assert.deepEqual(initials('', '…'), ['?', '?']);
});

test('two people with one initial can be told apart, and the first keeps hers', () => {
  assert.deepEqual(initials('Anna', 'Andrea'), ['AN', 'AD']);
  assert.deepEqual(initials('Ann Lee', 'Amy Lang', 'Al Lopez'), ['AL', 'AA', 'AO']);
  assert.deepEqual(initials('Ann Lee', 'Amy Lang', 'Ann Lee').slice(0, 2), ['AL', 'AA']);
});

test('people of one name are numbered', () => {
  assert.deepEqual(namePeople(['Guest', 'Guest', 'Guest']), [
    { name: 'Guest', initials: 'GU' },
    { name: 'Guest 2', initials: 'G2' },
    { name: 'Guest 3', initials: 'G3' },
  ]);
});
