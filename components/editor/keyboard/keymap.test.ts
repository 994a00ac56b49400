import assert from 'node:assert/strict';
import { afterEach, beforeEach, describe, mock, test } from 'node:test';
import type { Command } from '#components/editor/context.ts';
import { keyTable, createKeymap, doubleMs, type KeyEvent } from './keymap';
import type { KeyScope } from './key-scope';

let done: string[];
let place: KeyScope;
let impossible: Set<string>;

const command = (id: string, keys: string[], more: Partial<Command> = {}): Command => ({
  id,
  title: () => id,
  group: 'sound',
  keys,
  run: () => {},
  ...more,
});
const commands = [
  command('play-pause', ['Escape', 'Alt+KeyK']),
  command('back', ['Alt+KeyJ']),
  command('forward', ['Alt+KeyL']),
  command('hold-to-play', ['F13'], { release: () => {} }),
  command('split', ['Enter'], { group: 'text' }),
  command('undo', ['Mod+KeyZ'], { group: 'text' }),
  command('leave-text', ['F6']),
  command('assign', ['Alt+Digit5']),
  command('menu', ['Alt+KeyN']),
  command('slower', ['Alt+Minus']),
  command('next-change', ['Alt+ArrowDown']),
  command('shortcuts', ['Mod+Slash']),
];

function start(
  keyPreset: 'longhand' | 'tab' = 'longhand',
  its: readonly Command[] = commands,
  isMac = false,
) {
  const table = keyTable(its, { keyPreset, ownKeys: {} });
  const keymap = createKeymap<KeyEvent>({
    keyboard: () => ({ isMac }),
    table: () => table,
    getScope: () => place,
    isEnabled: ({ id }) => !impossible.has(id),
    run: ({ id }) => done.push(id),
    release: (command) => command.release !== undefined && done.push(`${command.id} released`),
  });
  /** Presses a key. Returns true if the page prevented the browser's default. */
  const press = (key: string, more: Partial<KeyEvent> = {}): boolean => {
    const held = key.split('+');
    let isTaken = false;
    keymap.down({
      code: held.at(-1) ?? '',
      key: '',
      ctrlKey: held.includes('Mod'),
      altKey: held.includes('Alt'),
      shiftKey: held.includes('Shift'),
      metaKey: false,
      isComposing: false,
      repeat: false,
      getModifierState: () => false,
      preventDefault: () => void (isTaken = true),
      stopPropagation: () => {},
      ...more,
    });
    return isTaken;
  };
  return { press, keymap };
}

/** A Mac's keys. Firefox reports Option as AltGraph. */
function startMac() {
  const { press } = start('longhand', commands, true);
  const getModifierState = (name: string): boolean => name === 'AltGraph';
  return (key: string, types: string): boolean => {
    const isCtrl = key.includes('Ctrl');
    return press(key, { key: types, ctrlKey: isCtrl, getModifierState });
  };
}

// Hooks outside a suite would apply to every test of the process.
describe('the keymap', () => {
  beforeEach(() => {
    done = [];
    place = 'text';
    impossible = new Set();
    mock.timers.enable({ apis: ['setTimeout'] });
  });
  afterEach(() => mock.timers.reset());

  test('a key does its command and nothing else; other keys are left alone', () => {
    const { press } = start();
    assert.equal(press('Alt+KeyK'), true);
    assert.equal(press('KeyK'), false);
    assert.equal(press('Alt+Shift+KeyK'), false);
    assert.deepEqual(done, ['play-pause']);
  });

  test('nothing is done while an input method composes, nor with AltGr', () => {
    const { press } = start();
    assert.equal(press('Alt+KeyK', { isComposing: true }), false);
    assert.equal(press('Alt+KeyK', { getModifierState: (name) => name === 'AltGraph' }), false);
    assert.deepEqual(done, []);
  });

  test('on a Mac, Control and Option do what Alt does, also where the browser takes Option for AltGr', () => {
    const press = startMac();
    assert.equal(press('Ctrl+Alt+KeyL', '@'), true);
    assert.equal(press('Ctrl+Alt+Digit5', '['), true);
    assert.equal(press('Alt+KeyK', '˚'), true, 'Option alone, where it types nothing that texts need');
    assert.deepEqual(done, ['forward', 'assign', 'play-pause']);
  });

  test('on a Mac, what Option types is the text’s and the field’s', () => {
    const press = startMac();
    const typed = [
      ['Alt+Digit5', '['],
      ['Alt+KeyL', '@'],
      ['Alt+KeyL', 'ł'],
      ['Alt+KeyN', 'Dead'],
      ['Alt+KeyN', '~'],
      ['Alt+Minus', '–'],
      ['Alt+Digit5', '“'],
      ['Alt+KeyJ', 'º'],
      ['Alt+Digit5', '€'],
    ] as const;
    for (const scope of ['text', 'field', 'elsewhere'] as const) {
      place = scope;
      for (const [key, types] of typed) assert.equal(press(key, types), false, `${types} in ${scope}`);
    }
    assert.deepEqual(done, []);
  });

  test('on a Mac, a command that cannot be done now leaves Option’s characters and moves to the text', () => {
    const press = startMac();
    impossible = new Set(['play-pause', 'next-change']);
    assert.equal(press('Alt+KeyK', '˚'), false);
    assert.equal(press('Alt+ArrowDown', 'ArrowDown'), false);
    assert.equal(press('Ctrl+Alt+KeyK', '˚'), true);
    assert.deepEqual(done, []);
  });

  test('Ctrl and the minus of a German keyboard, at the code of the American slash, is left to zoom', () => {
    const { press } = start();
    assert.equal(press('Mod+Slash', { key: '-' }), false);
    assert.equal(press('Mod+Shift+Digit7', { key: '/' }), true);
    assert.equal(press('Alt+Slash', { key: '-' }), true);
    assert.deepEqual(done, ['shortcuts', 'slower']);
  });

  test('in fields only keys with Alt, Ctrl or a function key are obeyed, and what they do themselves is theirs', () => {
    const { press } = start();
    place = 'field';
    assert.deepEqual(
      ['Escape', 'Enter', 'Mod+KeyZ', 'Alt+KeyK', 'F6'].map((key) => press(key)),
      [false, false, false, true, true],
    );
    assert.deepEqual(done, ['play-pause', 'leave-text']);
  });

  test('Escape and Enter belong to an open menu, Enter to a button, and everything to a dialog', () => {
    const { press } = start();
    place = 'aside';
    assert.deepEqual(
      ['Escape', 'Enter', 'Alt+KeyK'].map((key) => press(key)),
      [false, false, true],
    );
    place = 'elsewhere';
    assert.deepEqual(
      ['Enter', 'Escape'].map((key) => press(key)),
      [false, true],
    );
    place = 'modal';
    assert.deepEqual(
      ['Escape', 'Enter', 'Alt+KeyK', 'F6'].map((key) => press(key)),
      [false, false, false, false],
    );
    assert.deepEqual(done, ['play-pause', 'play-pause']);
  });

  test('what cannot be done now is left to the text, but not to the browser’s own menus', () => {
    const { press } = start();
    impossible = new Set(['split', 'back']);
    assert.equal(press('Enter'), false);
    assert.equal(press('Alt+KeyJ'), true);
    assert.deepEqual(done, []);
  });

  test('a held key skips again and again, but plays once', () => {
    const { press } = start();
    for (const repeat of [false, true, true]) {
      press('Alt+KeyJ', { repeat });
      press('Alt+KeyK', { repeat });
    }
    assert.deepEqual(done, ['back', 'play-pause', 'back', 'back']);
  });

  test('a pedal plays as long as it is held, also when the window goes away under it', () => {
    const { press, keymap } = start();
    press('F13');
    press('F13', { repeat: true });
    keymap.up({ code: 'F13' });
    press('F13');
    keymap.releaseAll();
    keymap.up({ code: 'F13' });
    assert.deepEqual(done, [
      'hold-to-play',
      'hold-to-play released',
      'hold-to-play',
      'hold-to-play released',
    ]);
  });

  test('Tab that plays as long as it is held stops when it is let go', () => {
    const held = commands.map((command) =>
      command.id === 'play-pause' ? { ...command, release: () => {} } : command,
    );
    const { press, keymap } = start('tab', held);
    press('Tab');
    mock.timers.tick(doubleMs);
    press('Tab', { repeat: true });
    assert.deepEqual(done, ['play-pause']);
    keymap.up({ code: 'Tab' });
    press('Tab');
    keymap.up({ code: 'Tab' });
    mock.timers.tick(doubleMs);
    assert.deepEqual(done, ['play-pause', 'play-pause released', 'play-pause', 'play-pause released']);
  });

  test('Tab plays, and twice skips back without playing', () => {
    const { press } = start('tab');
    assert.equal(press('Tab'), true);
    assert.deepEqual(done, []);
    mock.timers.tick(doubleMs);
    assert.deepEqual(done, ['play-pause']);
    press('Tab');
    press('Tab');
    mock.timers.tick(doubleMs);
    assert.deepEqual(done, ['play-pause', 'back']);
    press('Shift+Tab');
    press('Shift+Tab');
    mock.timers.tick(doubleMs);
    assert.deepEqual(done, ['play-pause', 'back', 'forward']);
  });

  test('another key after Tab lets Tab play first', () => {
    const { press } = start('tab');
    press('Tab');
    assert.equal(press('KeyA'), false);
    assert.deepEqual(done, ['play-pause']);
  });

  test('Escape and then Tab leaves the text, and Tab moves the focus everywhere else', () => {
    const { press } = start('tab');
    assert.equal(press('Escape'), false);
    assert.equal(press('Tab'), true);
    assert.deepEqual(done, ['leave-text']);
    place = 'elsewhere';
    assert.equal(press('Tab'), false);
    assert.deepEqual(done, ['leave-text']);
  });
});
