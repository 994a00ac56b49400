import assert from 'node:assert/strict';
import { test } from 'node:test';
import { formatKey, isKey, toKey, type KeyPress } from './keys';

const pc = { isMac: false };
const mac = { isMac: true };

const press = (code: string, held: Partial<KeyPress> = {}): KeyPress => ({
  code,
  key: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});

test('Mod is Ctrl, and the command key on a Mac', () => {
  assert.equal(toKey(press('KeyS', { key: 's', ctrlKey: true }), pc), 'Mod+KeyS');
  assert.equal(toKey(press('KeyS', { key: 's', metaKey: true }), mac), 'Mod+KeyS');
  assert.equal(toKey(press('KeyS', { key: 's', ctrlKey: true }), mac), 'Ctrl+KeyS');
  assert.equal(toKey(press('KeyS', { key: 's', metaKey: true }), pc), 'Meta+KeyS');
});

test('modifiers stand in one order whatever was pressed first', () => {
  const held = { ctrlKey: true, altKey: true, shiftKey: true };
  assert.equal(toKey(press('F9', held), pc), 'Mod+Alt+Shift+F9');
});

test('with Alt the place of the key counts, because a Mac types another character', () => {
  assert.equal(toKey(press('KeyK', { key: '˚', altKey: true }), mac), 'Alt+KeyK');
  assert.equal(toKey(press('KeyY', { key: 'z', altKey: true }), pc), 'Alt+KeyY');
});

test('with Ctrl the printed letter counts, so that undoing is at Z on a German keyboard', () => {
  assert.equal(toKey(press('KeyY', { key: 'z', ctrlKey: true }), pc), 'Mod+KeyZ');
  assert.equal(toKey(press('KeyZ', { key: 'Y', ctrlKey: true, shiftKey: true }), pc), 'Mod+Shift+KeyY');
  assert.equal(
    toKey(press('KeyZ', { key: 'я', ctrlKey: true }), pc),
    'Mod+KeyZ',
    'a keyboard without such letters',
  );
});

test('a modifier alone and a key without a code are not keys', () => {
  for (const code of ['ControlLeft', 'ShiftRight', 'AltLeft', 'MetaLeft', 'CapsLock', '', 'Unidentified']) {
    assert.equal(toKey(press(code, { ctrlKey: true }), pc), undefined, code);
  }
});

test('keys are called by their names, on a Mac by its signs', () => {
  assert.equal(formatKey('Mod+Shift+KeyP', pc), 'Ctrl+Shift+P');
  assert.equal(formatKey('Mod+Shift+KeyP', mac), '⇧⌘P');
  assert.equal(formatKey('Alt+Digit1', pc), 'Alt+1');
  assert.equal(formatKey('Alt+Minus', mac), '⌥-');
  assert.equal(formatKey('Escape Tab', pc), 'Esc, Tab');
  assert.equal(formatKey('Numpad5', pc), 'Num 5');
});

test('keys are called by what is printed on them where the browser tells', () => {
  const german = {
    isMac: false,
    prints: new Map([
      ['Minus', 'ß'],
      ['KeyZ', 'y'],
      ['KeyY', 'z'],
    ]),
  };
  assert.equal(formatKey('Alt+Minus', german), 'Alt+ß');
  assert.equal(formatKey('Alt+KeyY', german), 'Alt+Z');
  assert.equal(formatKey('Mod+KeyZ', german), 'Ctrl+Z', 'with Ctrl the letter is the printed one already');
});

test('only keys as they are written here are keys', () => {
  for (const key of ['F9', 'Mod+KeyK', 'Tab Tab', 'Shift+Tab Shift+Tab']) assert.ok(isKey(key), key);
  for (const key of ['', 'Mod+', 'a b c', 'Mod+<b>', 'Hyper+KeyK']) assert.ok(!isKey(key), key);
});
