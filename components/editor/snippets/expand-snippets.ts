import type { Node, Schema } from '@tiptap/pm/model';
import { closeHistory } from '@tiptap/pm/history';
import { Plugin, TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';
import { printedTag } from '#components/editor/tags/tag-names.ts';
import { findAbbreviation, isEnding, type Snippets } from './snippets';

/**
 * Puts the text of a snippet in the place of its abbreviation once a blank or a mark is typed behind it. That is an undo
 * step of its own, so that one undo brings back what was typed. Nothing happens while an input method composes.
 */
export const expandSnippets = (getSnippets: () => Snippets): Plugin =>
  new Plugin({
    props: {
      handleTextInput(view, from, to, typed) {
        if (view.composing || from !== to || !isEnding(typed)) return false;
        if (expandBefore(view.state, from, getSnippets()) === undefined) return false;
        view.dispatch(view.state.tr.insertText(typed, from, to).scrollIntoView());
        const change = expandBefore(view.state, from, getSnippets());
        if (change === undefined) return true;
        view.dispatch(closeHistory(change));
        view.dispatch(closeHistory(view.state.tr));
        return true;
      },
    },
  });

/** Expands the abbreviation that ends at a place; undefined where there is none. The caret stays where it is. */
export function expandBefore(state: EditorState, at: number, snippets: Snippets): Transaction | undefined {
  const { doc, schema, selection, tr } = state;
  const $at = doc.resolve(at);
  if ($at.depth !== 1) return undefined;
  const before = $at.parent.textBetween(0, $at.parentOffset, undefined, '\ufffc');
  const abbreviation = findAbbreviation(before, snippets);
  if (abbreviation === undefined) return undefined;
  tr.replaceWith(at - abbreviation.length, at, toNodes(schema, snippets[abbreviation] ?? ''));
  return tr.setSelection(TextSelection.create(tr.doc, tr.mapping.map(selection.head)));
}

/** A text with its tags: `[inaudible]` is one, as where it is typed. */
function toNodes(schema: Schema, text: string): Node[] {
  return text
    .trim()
    .split(/(\[[^[\]]+\])/u)
    .filter((part) => part !== '')
    .map((part) => {
      const tag = part.startsWith('[') && part.endsWith(']') ? printedTag(part) : undefined;
      const node = tag === undefined ? undefined : schema.nodes['tag']?.create({ tag, note: null });
      return node ?? schema.text(part);
    });
}
