import assert from 'node:assert/strict';
import { redo, undo } from '@tiptap/pm/history';
import { TextSelection, type EditorState, type Plugin, type Transaction } from '@tiptap/pm/state';
import type { Piece } from '#lib/transcript/edit';
import type { MachineWord } from '#lib/transcript/model';
import { singleUndoStep, type Dispatcher } from '#components/editor/document/single-undo-step.ts';
import { openSampleDocument } from './sample-document';

/** A document without a page that tests can edit. */
export interface TestEditor extends Dispatcher {
  state: EditorState;
  undo(): void;
  redo(): void;
  select(from: number, to?: number): void;
  /** Returns each monologue's speaker and its content as printed. */
  lines(): string[];
}

/**
 * Returns a document of these monologues, each by the speaker of its number; its machine words are those of the texts.
 */
export function testEditor(
  monologues: ReadonlyArray<{ speaker: number; content: readonly Piece[] | string }>,
  {
    names = ['Anna', 'Ben', 'Cleo'],
    plugins = [],
  }: { names?: readonly string[]; plugins?: readonly Plugin[] } = {},
): TestEditor {
  const words: MachineWord[] = [];
  const edited = monologues.map(({ speaker, content }, i) => {
    const pieces = typeof content === 'string' ? (content === '' ? [] : [{ text: content }]) : [...content];
    const from = words.length;
    for (const piece of pieces) {
      for (const text of 'text' in piece ? piece.text.split(/\s+/u).filter(Boolean) : []) {
        const startMs = words.length * 400;
        words.push({ text, startMs, endMs: startMs + 300, confidence: 1 });
      }
    }
    const place = `a${String.fromCodePoint(48 + Math.min(i, 9))}${'V'.repeat(Math.max(0, i - 9))}`;
    return { id: `m${i}`, place, speaker, from, to: words.length, content: pieces };
  });
  const edit = { speakers: names.map((name, id) => ({ id, name })), monologues: edited };
  const sample = openSampleDocument(edit, words, plugins);
  return Object.assign(sample, {
    undo: () => void undo(sample.state, sample.dispatch),
    redo: () => void redo(sample.state, sample.dispatch),
    select: (from: number, to = from) =>
      sample.dispatch(sample.state.tr.setSelection(TextSelection.create(sample.state.doc, from, to))),
    lines: () =>
      sample.state.doc.children.map(
        (node) =>
          `${node.attrs['speaker']}: ${node.textBetween(0, node.content.size, undefined, (leaf) => String(leaf.attrs['tag']))}`,
      ),
  });
}

/** Applies the change and checks the result, and that one undo restores every byte. */
export function changes(sample: TestEditor, change: Transaction | undefined, check: () => void): void {
  assert.ok(change, 'nothing to change');
  const before = JSON.stringify(sample.state.doc.toJSON());
  singleUndoStep(sample, change);
  check();
  const after = JSON.stringify(sample.state.doc.toJSON());
  sample.undo();
  assert.equal(JSON.stringify(sample.state.doc.toJSON()), before);
  sample.redo();
  assert.equal(JSON.stringify(sample.state.doc.toJSON()), after);
}
