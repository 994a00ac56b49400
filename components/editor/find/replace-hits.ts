import { Fragment, type Node } from '@tiptap/pm/model';
import { TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';
import { cleanText } from '#components/editor/document/clipboard/clean-text.ts';
import { expand } from './expand';
import type { Match } from './search-text';

/** The matches in one monologue, offsets counting from the beginning of its content. */
export interface HitMonologue {
  node: Node;
  matches: readonly Match[];
}

/** A change of a text: what stood at an offset, and what takes its place. */
interface Change {
  from: number;
  to: number;
  text: string;
}

/**
 * Replaces these matches in one transaction, with one step for each monologue. The caret and the selection stay with
 * the words they are at. Monologues that the document no longer has are left out of account.
 */
export function replaceHits(
  state: EditorState,
  hits: readonly HitMonologue[],
  replacement: string,
): Transaction {
  const { tr, doc, selection } = state;
  const byNode = new Map(hits.map((hit) => [hit.node, hit.matches]));
  let shift = 0;
  let { anchor, head } = selection;
  doc.forEach((node, offset) => {
    const matches = byNode.get(node) ?? [];
    const changes = matches.map((match) => ({
      from: match.from,
      to: match.to,
      text: cleanText(expand(replacement, match)),
    }));
    const [first, last] = [changes[0], changes.at(-1)];
    if (first === undefined || last === undefined) return;
    const begin = offset + 1;
    const content = buildContent(node, changes);
    if (!content.eq(node.content.cut(first.from, last.to))) {
      tr.replaceWith(begin + shift + first.from, begin + shift + last.to, content);
    }
    anchor = movePosition(anchor, selection.anchor - begin, changes);
    head = movePosition(head, selection.head - begin, changes);
    shift += changes.reduce((sum, { from, to, text }) => sum + text.length - (to - from), 0);
  });
  if (!tr.docChanged) return tr;
  return tr.setSelection(TextSelection.between(tr.doc.resolve(anchor), tr.doc.resolve(head)));
}

/** What stands from the first change to the last one, with all of them made. */
function buildContent(node: Node, changes: readonly Change[]): Fragment {
  const { schema } = node.type;
  let content = Fragment.empty;
  let reached = changes[0]?.from ?? 0;
  for (const { from, to, text } of changes) {
    content = content.append(node.content.cut(reached, from));
    if (text !== '') content = content.append(Fragment.from(schema.text(text)));
    reached = to;
  }
  return content;
}

/** A place of the document after the changes of one monologue; `offset` is where it was in that monologue. */
function movePosition(position: number, offset: number, changes: readonly Change[]): number {
  let by = 0;
  for (const { from, to, text } of changes) {
    if (offset >= to) by += text.length - (to - from);
    else if (offset > from) by += Math.min(text.length, offset - from) - (offset - from);
  }
  return position + by;
}
