import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isSameName } from '#lib/transcript/same-name';

test('a name is the same in another case, spacing, width or with what can’t be seen', () => {
  for (const other of [
    'ann miller',
    'ANN  MILLER',
    'AnnMiller',
    'Ａｎｎ Ｍｉｌｌｅｒ',
    'Ann\u200BMiller',
    'Ann\u00A0Miller ',
    'An\uFE0Fn Miller',
  ]) {
    assert.ok(isSameName('Ann Miller', other), JSON.stringify(other));
  }
  assert.ok(isSameName('Straße', 'STRASSE'));
  assert.ok(isSameName('Zoe\u0308', 'ZOË'));
});

test('a name is the same in letters that look alike', () => {
  for (const [name, other] of [
    ['Ann Miller', 'Аnn Мillеr'], // Cyrillic А, М and е
    ['Ann Miller', 'Ann MiIler'],
    ['Ann Miller', 'Ann Mi11er'],
    ['Ann Miller', 'Ann Mi||er'],
    ['Ann Miller', 'Αnn Μiller'], // Greek Α and Μ
    ['Ann Miller', '𝐀𝐧𝐧 𝓜𝓲𝓵𝓵𝓮𝓻'],
    ['Ann Miller', 'Ann Mıller'],
    ['Ann Miller', 'Ạnn Miłler'],
    ['Ann Miller', 'Ann.Miller'],
    ['Ann Miller', '“Ann_Miller”'],
    ['Ann Miller', 'Ann\u3164Miller'],
    ['Ann Miller', 'Ann\u061CMiller\u202E'],
    ['Ann Miller', 'A\u00ADnn M\u034Filler'],
    ['Tom Carter', 'Torn Carter'],
    ['Bob', 'В0Ь'],
    ['Иван', 'Ивaн'], // Latin a
  ] as const) {
    assert.ok(isSameName(name, other), `${name} ${other}`);
    assert.ok(isSameName(other, name), `${other} ${name}`);
  }
});

test('names of signs only are told apart', () => {
  assert.ok(!isSameName('★', '☎'));
  assert.ok(!isSameName('!!!', '???'));
  assert.ok(isSameName('★ ', '★'));
});

test('other names are others', () => {
  for (const other of [
    'Ann Mills',
    'Anne Miller',
    'Ann',
    '',
    'Ann Müller',
    'Ann Miller 2',
    'Miller Ann',
    'राम',
  ]) {
    assert.ok(!isSameName('Ann Miller', other), other);
  }
});
