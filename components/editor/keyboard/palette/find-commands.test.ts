import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCommands } from './find-commands';

const commands = ['Play or pause', 'Export', 'Résumé of changes', 'Find and replace'].map((title) => ({
  id: title,
  title: () => title,
  group: 'view' as const,
  keys: [],
  run: () => {},
}));
const found = (sought: string, recent: string[] = []): string[] =>
  findCommands(commands, sought, recent).map(({ title }) => title());

test('commands are found by parts of their words, in any order, accents or not', () => {
  assert.deepEqual(found('pause play'), ['Play or pause']);
  assert.deepEqual(found('RESUME'), ['Résumé of changes']);
  assert.deepEqual(found('xyz'), []);
});

test('what begins with the word stands first', () => {
  assert.deepEqual(found('p'), ['Play or pause', 'Export', 'Find and replace']);
  assert.deepEqual(found('re'), ['Résumé of changes', 'Find and replace']);
});

test('without words those lately used stand first', () => {
  assert.deepEqual(found('', ['Export'])[0], 'Export');
  assert.equal(found('', ['Export']).length, 4);
});
