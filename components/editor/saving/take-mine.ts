import type { Node } from '@tiptap/pm/model';
import type { EditorState, Transaction } from '@tiptap/pm/state';
import type { Leftover } from '#lib/transcripts/merge-edits';
import { attributesOf } from '../document/to-document';

/** Puts mine in the place of theirs; undefined where theirs stands in the document no longer. */
export function takeMine(state: EditorState, leftover: Leftover): Transaction | undefined {
  let found: { node: Node; position: number } | undefined;
  state.doc.forEach((node, position) => {
    if (attributesOf(node).id === leftover.monologueId) found = { node, position };
  });
  if (found === undefined) return undefined;
  const { text, places } = printed(found.node);
  const begin = text.indexOf(leftover.theirs);
  const [from, to] = [places[begin], places[begin + leftover.theirs.length]];
  if (begin < 0 || from === undefined || to === undefined) return undefined;
  const start = found.position + 1;
  return state.tr.insertText(oneLine(leftover.mine), start + from, start + to).scrollIntoView();
}

/** Puts mine where the caret is. */
export function insertMine(state: EditorState, { mine }: Leftover): Transaction {
  return state.tr.insertText(oneLine(mine)).scrollIntoView();
}

const oneLine = (text: string): string => text.replaceAll(/\s*\n\s*/gu, ' ');

/** A monologue as it is read, and where in its content each of the characters is, and the end. */
function printed(node: Node): { text: string; places: number[] } {
  let text = '';
  const places: number[] = [];
  node.forEach((child, offset) => {
    const shown = child.isText ? (child.text ?? '') : String(child.attrs['tag']);
    for (let i = 0; i < shown.length; i++) places.push(child.isText ? offset + i : offset);
    text += shown;
  });
  return { text, places: [...places, node.content.size] };
}
