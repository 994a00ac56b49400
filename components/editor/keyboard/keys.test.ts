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
  assert.equal(formatKey('Alt+Enter', mac), '⌥↩');
  assert.equal(formatKey('Escape Tab', pc), 'Esc, Tab');
  assert.equal(formatKey('Numpad5', pc), 'Num 5');
});

test('keys are called by what is printed on them where the browser tells', () => {
  const german = {
    isMac: false,
    prints: new Map([
      ['Minus', 'ß'],
      ['Slash', '-'],
      ['Quote', 'ä'],
      ['KeyZ', 'y'],
      ['KeyY', 'z'],
    ]),
  };
  assert.equal(formatKey('Alt+Quote', german), 'Alt+Ä');
  assert.equal(formatKey('Alt+KeyY', german), 'Alt+Z');
  assert.equal(formatKey('Mod+KeyZ', german), 'Ctrl+Z', 'with Ctrl the letter is the printed one already');
});

test('signs with Ctrl go by what is printed, wherever the layout has them and with Shift where it needs that', () => {
  const withCtrl = (code: string, key: string, shiftKey = false): string | undefined =>
    toKey(press(code, { key, ctrlKey: true, shiftKey }), pc);
  assert.equal(withCtrl('Slash', '/'), 'Mod+Slash', 'American');
  assert.equal(withCtrl('Digit7', '/', true), 'Mod+Slash', 'German');
  assert.equal(withCtrl('Period', '/', true), 'Mod+Slash', 'French');
  assert.equal(withCtrl('KeyM', ','), 'Mod+Comma', 'French');
  assert.equal(withCtrl('Comma', ';'), undefined, 'French');
  assert.equal(withCtrl('Period', '>', true), 'Mod+Shift+Period', 'American');
  assert.equal(withCtrl('Period', ':', true), 'Mod+Shift+Period', 'German');
  assert.equal(withCtrl('Comma', 'б'), 'Mod+Comma', 'a keyboard without such signs');
  assert.equal(toKey(press('Slash', { key: '/', metaKey: true }), mac), 'Mod+Slash');
});

test('what zooms is the browser’s', () => {
  for (const [code, key] of [
    ['Slash', '-'],
    ['Minus', '-'],
    ['NumpadSubtract', '-'],
    ['BracketRight', '+'],
    ['Equal', '='],
    ['Equal', '+'],
    ['Digit0', '0'],
  ] as const) {
    for (const shiftKey of [false, true]) {
      assert.equal(toKey(press(code, { key, ctrlKey: true, shiftKey }), pc), undefined, key);
      assert.equal(toKey(press(code, { key, metaKey: true, shiftKey }), mac), undefined, key);
    }
  }
});

test('slower and faster go by - and + where they are printed, and where an American keyboard has them', () => {
  const withAlt = (code: string, key: string, more: Partial<KeyPress> = {}): string | undefined =>
    toKey(press(code, { key, altKey: true, ...more }), pc);
  assert.equal(withAlt('Minus', '-'), 'Alt+Minus', 'American');
  assert.equal(withAlt('Equal', '='), 'Alt+Equal', 'American');
  assert.equal(withAlt('Equal', '+', { shiftKey: true }), 'Alt+Equal', 'American');
  assert.equal(withAlt('Slash', '-'), 'Alt+Minus', 'German');
  assert.equal(withAlt('BracketRight', '+'), 'Alt+Equal', 'German');
  assert.equal(withAlt('Minus', 'ß'), 'Alt+Minus', 'German');
  assert.equal(withAlt('Minus', '+'), 'Alt+Equal', 'Swedish');
  assert.equal(withAlt('Digit6', '-'), 'Alt+Digit6', 'French: the digits are the speakers’');
  const withOption = (code: string, key: string): string | undefined =>
    toKey(press(code, { key, altKey: true, ctrlKey: true }), mac);
  assert.equal(withOption('Slash', '–'), 'Alt+Minus', 'German');
  assert.equal(withOption('BracketRight', '±'), 'Alt+Equal', 'German');
});

test('signs are called by what is printed, as they are pressed', () => {
  const printing = (prints: Record<string, string>) => ({
    isMac: false,
    prints: new Map(Object.entries(prints)),
  });
  const german = printing({ Minus: 'ß', Equal: '´', Slash: '-' });
  const french = printing({ Minus: ')', Equal: '=', Digit6: '-' });
  for (const keyboard of [pc, german]) {
    assert.equal(formatKey('Mod+Slash', keyboard), 'Ctrl+/');
    assert.equal(formatKey('Alt+Minus', keyboard), 'Alt+-');
    assert.equal(formatKey('Alt+Equal', keyboard), 'Alt++');
  }
  assert.equal(formatKey('Alt+Minus', french), 'Alt+)');
});

test('on a Mac, Control and Option are Alt, and named where Option alone may type', () => {
  assert.equal(toKey(press('KeyK', { key: '˚', altKey: true, ctrlKey: true }), mac), 'Alt+KeyK');
  assert.equal(
    toKey(press('KeyK', { altKey: true, ctrlKey: true, metaKey: true }), mac),
    'Mod+Ctrl+Alt+KeyK',
  );
  assert.equal(toKey(press('KeyK', { altKey: true, ctrlKey: true }), pc), 'Mod+Alt+KeyK');
  assert.equal(formatKey('Alt+KeyK', mac), '⌃⌥K');
  assert.equal(formatKey('Alt+Shift+KeyJ', mac), '⌃⌥⇧J');
  assert.equal(formatKey('Alt+Digit5', mac), '⌃⌥5');
  assert.equal(formatKey('Alt+ArrowDown', mac), '⌥↓');
  assert.equal(formatKey('Mod+Alt+KeyK', mac), '⌥⌘K');
});

test('only keys as they are written here are keys', () => {
  for (const key of ['F9', 'Mod+KeyK', 'Tab Tab', 'Shift+Tab Shift+Tab']) assert.ok(isKey(key), key);
  for (const key of ['', 'Mod+', 'a b c', 'Mod+<b>', 'Hyper+KeyK']) assert.ok(!isKey(key), key);
});
