import type { Node, Schema } from '@tiptap/pm/model';
import { Plugin, TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';
import { singleUndoStep } from '#components/editor/document/single-undo-step.ts';
import { getText } from '#components/editor/document/to-document.ts';
import { getTagName } from '#components/editor/tags/tag-names.ts';
import { findAbbreviation, isEnding, type Snippets } from './snippets';

/** The snippets, and how to write their tags and `{time}` for this person and position. */
export interface SnippetWriter {
  getSnippets: () => Snippets;
  writeTag: (name: string, at: number) => string | undefined;
  writeTime: (at: number) => string;
}

/**
 * Replaces an abbreviation with its text once whitespace or punctuation is typed after it. The expansion is a separate
 * undo step, so one undo restores the abbreviation. Inactive while an input method composes.
 */
export const expandSnippets = (writer: SnippetWriter): Plugin =>
  new Plugin({
    props: {
      handleTextInput(view, from, to, typed) {
        if (view.composing || from !== to || !isEnding(typed)) return false;
        if (expandBefore(view.state, from, writer) === undefined) return false;
        view.dispatch(view.state.tr.insertText(typed, from, to).scrollIntoView());
        const change = expandBefore(view.state, from, writer);
        if (change === undefined) return true;
        singleUndoStep(view, change);
        return true;
      },
    },
  });

/** Expands the abbreviation that ends at a position; undefined without one. The caret stays where it is. */
export function expandBefore(state: EditorState, at: number, writer: SnippetWriter): Transaction | undefined {
  const { doc, schema, selection, tr } = state;
  const $at = doc.resolve(at);
  if ($at.depth !== 1) return undefined;
  const before = getText($at.parent, 0, $at.parentOffset);
  const snippets = writer.getSnippets();
  const abbreviation = findAbbreviation(before, snippets);
  if (abbreviation === undefined) return undefined;
  const from = at - abbreviation.length;
  tr.replaceWith(from, at, toNodes(schema, snippets[abbreviation] ?? '', from, writer));
  return tr.setSelection(TextSelection.create(tr.doc, tr.mapping.map(selection.head)));
}

/** Converts text to nodes. Tags such as `[inaudible]` become tag nodes, as when typed. */
function toNodes(schema: Schema, text: string, at: number, { writeTag, writeTime }: SnippetWriter): Node[] {
  return text
    .trim()
    .split(/(\[[^[\]]+\])/u)
    .filter((part) => part !== '')
    .map((part) => {
      const time = part.includes('{time}') ? writeTime(at) : '';
      const tag =
        part.startsWith('[') && part.endsWith(']')
          ? writeTag(getTagName(part).replaceAll('{time}', time.slice(1, -1)), at)
          : undefined;
      const node = tag === undefined ? undefined : schema.nodes['tag']?.create({ tag, note: null });
      return node ?? schema.text(part.replaceAll('{time}', time));
    });
}
