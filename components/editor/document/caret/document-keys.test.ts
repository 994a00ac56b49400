import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testEditor, type TestEditor } from '#e2e/support/editor/test-document';
import { createStore } from '#components/ui/store.ts';
import { defaultSettings } from '#components/editor/settings/editor-settings.ts';
import { documentKeys } from './document-keys';

/** Presses a key in a document, and returns what is announced. */
function press(document: TestEditor, key: string): string[] {
  const announced: string[] = [];
  const { config } = documentKeys(createStore(defaultSettings), (text) => announced.push(text));
  const editor = {
    get state() {
      return document.state;
    },
    view: document,
  };
  const keys = inBrowser(() => config.addKeyboardShortcuts?.call({ editor } as never) ?? {});
  keys[key]?.({ editor } as never);
  return announced;
}

/** Tiptap checks the navigator for a Mac. */
function inBrowser<Value>(work: () => Value): Value {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'navigator');
  Object.defineProperty(globalThis, 'navigator', {
    configurable: true,
    value: { platform: '', userAgent: '' },
  });
  try {
    return work();
  } finally {
    if (before === undefined) Reflect.deleteProperty(globalThis, 'navigator');
    else Object.defineProperty(globalThis, 'navigator', before);
  }
}

/** Three paragraphs: two by Anna, at 1 to 4 and 6 to 9, and one by Ben, at 11 to 14. */
const three = (): TestEditor =>
  testEditor([
    { speaker: 0, content: 'one' },
    { speaker: 0, content: 'two' },
    { speaker: 1, content: 'six' },
  ]);

function pressAt(position: number, key: string): [announced: string[], lines: string[]] {
  const document = three();
  document.select(position);
  return [press(document, key), document.lines()];
}

test('Enter announces the split', () => {
  assert.deepEqual(pressAt(2, 'Enter'), [['Paragraph split'], ['0: o', '0: ne', '0: two', '1: six']]);
});

test('Backspace and Delete announce the merge, with the speaker who stays where there were two', () => {
  const merged = ['Paragraphs merged'];
  const mergedOfTwo = ['Paragraphs merged. Speaker: Anna'];
  assert.deepEqual(pressAt(6, 'Backspace'), [merged, ['0: one two', '1: six']]);
  assert.deepEqual(pressAt(4, 'Delete'), [merged, ['0: one two', '1: six']]);
  assert.deepEqual(pressAt(11, 'Backspace'), [mergedOfTwo, ['0: one', '0: two six']]);
  assert.deepEqual(pressAt(9, 'Delete'), [mergedOfTwo, ['0: one', '0: two six']]);
});

test('Enter in an empty paragraph announces its next speaker', () => {
  const document = testEditor([
    { speaker: 0, content: 'one' },
    { speaker: 0, content: '' },
  ]);
  document.select(6);
  assert.deepEqual(press(document, 'Enter'), ['Speaker: Ben']);
  assert.deepEqual(document.lines(), ['0: one', '1: ']);
});

test('nothing is announced where nothing is split or merged', () => {
  assert.deepEqual(pressAt(1, 'Backspace'), [[], three().lines()]);
  const alone = testEditor([{ speaker: 0, content: '' }], { names: ['Anna'] });
  alone.select(1);
  assert.deepEqual(press(alone, 'Enter'), []);
  const selected = three();
  selected.select(2, 7);
  assert.deepEqual(press(selected, 'Delete'), []);
});
