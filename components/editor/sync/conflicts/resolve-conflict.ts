import type { Node } from '@tiptap/pm/model';
import type { EditorState, Transaction } from '@tiptap/pm/state';
import type { MergeConflict } from '#lib/transcript/merge/merge-edits';
import { getAttributes } from '#components/editor/document/to-document.ts';

/** Replaces their text with mine. Undefined if theirs is no longer in the document. */
export function resolveConflict(state: EditorState, conflict: MergeConflict): Transaction | undefined {
  let found: { node: Node; position: number } | undefined;
  state.doc.forEach((node, position) => {
    if (getAttributes(node).id === conflict.monologueId) found = { node, position };
  });
  if (found === undefined) return undefined;
  const { text, positions } = toText(found.node);
  const begin = text.indexOf(conflict.theirs);
  const [from, to] = [positions[begin], positions[begin + conflict.theirs.length]];
  if (begin < 0 || from === undefined || to === undefined) return undefined;
  const start = found.position + 1;
  return state.tr.insertText(oneLine(conflict.mine), start + from, start + to).scrollIntoView();
}

/** Inserts my text at the caret. */
export function insertLocal(state: EditorState, { mine }: MergeConflict): Transaction {
  return state.tr.insertText(oneLine(mine)).scrollIntoView();
}

const oneLine = (text: string): string => text.replaceAll(/\s*\n\s*/gu, ' ');

/** A monologue's text, and the offset in its content of each character and of the end. */
function toText(node: Node): { text: string; positions: number[] } {
  let text = '';
  const positions: number[] = [];
  node.forEach((child, offset) => {
    const shown = child.isText ? (child.text ?? '') : String(child.attrs['tag']);
    for (let i = 0; i < shown.length; i++) positions.push(child.isText ? offset + i : offset);
    text += shown;
  });
  return { text, positions: [...positions, node.content.size] };
}
