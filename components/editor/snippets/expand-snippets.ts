import type { Node, Schema } from '@tiptap/pm/model';
import { Plugin, TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';
import { singleUndoStep } from '#components/editor/document/single-undo-step.ts';
import { getText } from '#components/editor/document/to-document.ts';
import { getTagName } from '#components/editor/tags/tag-names.ts';
import { findAbbreviation, isEnding, type Snippets } from './snippets';

/** The snippets, and what differs in them by account and place: their tags, and `{time}`. */
export interface SnippetWriter {
  getSnippets: () => Snippets;
  writeTag: (name: string, at: number) => string | undefined;
  writeTime: (at: number) => string;
}

/**
 * Puts the text of a snippet in the place of its abbreviation once a blank or a mark is typed behind it. That is an undo
 * step of its own, so that one undo brings back what was typed. Nothing happens while an input method composes.
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

/** Expands the abbreviation that ends at a place; undefined where there is none. The caret stays where it is. */
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

/** A text with its tags: `[inaudible]` is one, as where it is typed. */
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
