import { getSchema } from '@tiptap/core';
import { history, redo, undo } from '@tiptap/pm/history';
import { EditorState, TextSelection, type Plugin, type Transaction } from '@tiptap/pm/state';
import type { Piece } from '#lib/transcript/edit';
import type { MachineWord } from '#lib/transcript/model';
import type { Dispatcher } from '#components/editor/document/single-undo-step.ts';
import { repairPlugin } from '#components/editor/document/paragraphs/repair.ts';
import { documentSchema } from '#components/editor/document/schema.ts';
import { toDocument } from '#components/editor/document/to-document.ts';

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
  const schema = getSchema([...documentSchema()]);
  const doc = schema.nodeFromJSON(
    toDocument({ speakers: names.map((name, id) => ({ id, name })), monologues: edited }),
  );
  const sample: TestEditor = {
    state: EditorState.create({
      doc,
      plugins: [history({ newGroupDelay: 500 }), repairPlugin(words), ...plugins],
    }),
    dispatch: (tr: Transaction) => void (sample.state = sample.state.apply(tr)),
    undo: () => void undo(sample.state, sample.dispatch),
    redo: () => void redo(sample.state, sample.dispatch),
    select: (from, to = from) =>
      sample.dispatch(sample.state.tr.setSelection(TextSelection.create(sample.state.doc, from, to))),
    lines: () =>
      sample.state.doc.children.map(
        (node) =>
          `${node.attrs['speaker']}: ${node.textBetween(0, node.content.size, undefined, (leaf) => String(leaf.attrs['tag']))}`,
      ),
  };
  return sample;
}
