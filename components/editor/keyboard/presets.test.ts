import assert from 'node:assert/strict';
import { test } from 'node:test';
import { allCommands } from './all-commands';
import { isKey } from './keys';
import { getCommandKeys, presets, presetIds } from './presets';
import { conflictsIn, getKeyWarning } from './remap';

const command = (id: string, keys: string[]) => ({
  id,
  title: () => id,
  group: 'sound' as const,
  keys,
  run: () => {},
});

test('a command has the keys of its definition, of the preset, or a person’s own', () => {
  const commands = [command('play-pause', ['Escape']), command('loop', ['Alt+KeyO'])];
  assert.deepEqual(getCommandKeys(commands, 'longhand', {}).get('play-pause'), ['Escape']);
  assert.deepEqual(getCommandKeys(commands, 'function-keys', {}).get('play-pause'), ['F9', 'F4']);
  const own = { 'play-pause': ['F13'], loop: [] };
  assert.deepEqual(getCommandKeys(commands, 'function-keys', own).get('play-pause'), ['F13']);
  assert.deepEqual(getCommandKeys(commands, 'longhand', own).get('loop'), []);
});

test('every key of the presets and of all commands is one that a page may have', () => {
  const keys = [
    ...Object.values(presets).flatMap((preset) => Object.values(preset).flat()),
    ...allCommands.flatMap(({ keys }) => keys),
  ];
  for (const key of keys) {
    assert.ok(isKey(key), key);
    assert.ok(!['types', 'alt-gr'].includes(getKeyWarning(key) ?? ''), `${key} ${getKeyWarning(key)}`);
  }
});

for (const preset of presetIds) {
  test(`no two commands have the same key with the preset ${preset}`, () => {
    assert.deepEqual([...conflictsIn(allCommands, getCommandKeys(allCommands, preset, {}))], []);
  });
}

test('every command has another id', () => {
  const ids = allCommands.map(({ id }) => id);
  assert.deepEqual(ids, [...new Set(ids)]);
});

test('every command that a preset names is there', () => {
  const ids = new Set(allCommands.map(({ id }) => id));
  const named = Object.values(presets).flatMap((preset) => Object.keys(preset));
  assert.deepEqual(
    named.filter((id) => !ids.has(id)),
    [],
  );
});
