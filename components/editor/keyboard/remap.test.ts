import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conflictsIn, findKeyOwner, getKeyWarning, withKey, withoutKey, withoutOwn } from './remap';

const command = (id: string) => ({ id, title: () => id, group: 'sound' as const, keys: [], run: () => {} });
const keys = new Map([
  ['play', ['Escape', 'Alt+KeyK']],
  ['back', ['Alt+KeyJ']],
]);

test('a key goes to one command and from the one that had it', () => {
  const own = withKey({}, 'back', 'Alt+KeyK', keys);
  assert.deepEqual(own, { play: ['Escape'], back: ['Alt+KeyJ', 'Alt+KeyK'] });
  assert.equal(findKeyOwner('Alt+KeyK', 'back', keys), 'play');
  assert.equal(findKeyOwner('Alt+KeyJ', 'back', keys), undefined);
});

test('a command may have several keys, each once', () => {
  assert.deepEqual(withKey({}, 'back', 'Alt+KeyJ', keys), { back: ['Alt+KeyJ'] });
  assert.deepEqual(withKey({}, 'back', 'F7', keys), { back: ['Alt+KeyJ', 'F7'] });
});

test('a key is taken away, and a command gets back those of the preset', () => {
  assert.deepEqual(withoutKey({}, 'back', 'Alt+KeyJ', keys), { back: [] });
  assert.deepEqual(withoutOwn({ back: [], play: ['F9'] }, 'back'), { play: ['F9'] });
});

test('keys that commands share are reported', () => {
  const shared = new Map([...keys, ['loop', ['Escape']]]);
  assert.deepEqual(
    [...conflictsIn(['play', 'back', 'loop'].map(command), shared)],
    [['Escape', ['play', 'loop']]],
  );
});

test('conflicts of a key are reported', () => {
  for (const key of ['KeyK', 'Shift+KeyK', 'Digit1', 'Space', 'Numpad5', 'Escape KeyK']) {
    assert.equal(getKeyWarning(key), 'types', key);
  }
  for (const key of [
    'Mod+KeyW',
    'Mod+KeyT',
    'Mod+Shift+KeyN',
    'Mod+Tab',
    'Alt+F4',
    'Mod+Shift+KeyP',
    'F11',
  ]) {
    assert.equal(getKeyWarning(key), 'kept-by-browser', key);
  }
  assert.equal(getKeyWarning('Mod+Alt+KeyQ'), 'alt-gr');
  for (const key of ['Tab', 'Enter', 'Shift+ArrowUp', 'Tab Tab'])
    assert.equal(getKeyWarning(key), 'only-in-text', key);
  for (const key of ['Alt+KeyK', 'F9', 'F24', 'Escape', 'Mod+Enter', 'Mod+Shift+KeyZ', 'MediaPlayPause']) {
    assert.equal(getKeyWarning(key), undefined, key);
  }
});
