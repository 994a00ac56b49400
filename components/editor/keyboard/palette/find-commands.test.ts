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
const found = (sought: string, recent: string[] = [], disabled: string[] = []): string[] =>
  findCommands(commands, sought, { recent, isEnabled: ({ id }) => !disabled.includes(id) }).map(
    ({ command }) => command.title(),
  );

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

test('what can’t be done now comes last, also if it was lately used or begins with the word', () => {
  assert.deepEqual(found('p', [], ['Play or pause']), ['Export', 'Find and replace', 'Play or pause']);
  assert.deepEqual(found('', ['Export', 'Find and replace'], ['Export', 'Play or pause']), [
    'Find and replace',
    'Résumé of changes',
    'Export',
    'Play or pause',
  ]);
});

test('a command is found by its other names, too', () => {
  const download = findCommands(commands, 'download', {
    recent: [],
    isEnabled: () => true,
    getKeywords: ({ id }) => (id === 'Export' ? 'Download save' : ''),
  });
  assert.deepEqual(
    download.map(({ command }) => command.id),
    ['Export'],
  );
});
