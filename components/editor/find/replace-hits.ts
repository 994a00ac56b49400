import { Fragment, type Node } from '@tiptap/pm/model';
import { TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';
import { cleanText } from '#lib/transcript/text/clean-text';
import type { Match } from './search-text';

/** The matches in one monologue. Offsets count from the start of its content. */
export interface HitMonologue {
  node: Node;
  matches: readonly Match[];
}

/** A replacement in a text, by offsets. */
interface Change {
  from: number;
  to: number;
  text: string;
}

/** Replaces matches in one transaction and keeps the selection. Skips monologues that no longer exist. */
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

/** The content from the first to the last change, with all changes applied. */
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

/** Maps a document position through the changes of one monologue. `offset` is its offset in that monologue. */
function movePosition(position: number, offset: number, changes: readonly Change[]): number {
  let by = 0;
  for (const { from, to, text } of changes) {
    if (offset >= to) by += text.length - (to - from);
    else if (offset > from) by += Math.min(text.length, offset - from) - (offset - from);
  }
  return position + by;
}

/** A match's replacement. `$1` to `$99`, `$<name>`, `$&` and `$$` expand as in `String.prototype.replace`. */
export function expand(replacement: string, { groups, named }: Match): string {
  if (groups === undefined) return replacement;
  const names = named ?? {};
  return replacement.replace(/\$(?:(\$)|(&)|(\d{1,2})|<([^>]*)>)/gu, (all, dollar, whole, digits, name) => {
    if (dollar !== undefined) return '$';
    if (whole !== undefined) return groups[0] ?? '';
    if (name !== undefined) return Object.keys(names).length === 0 ? all : (names[name] ?? '');
    return group(groups, String(digits)) ?? all;
  });
}

/** Two digits name a group if there are that many; otherwise the first digit does, and the second is literal. */
function group(groups: ReadonlyArray<string | undefined>, digits: string): string | undefined {
  for (const length of [digits.length, 1]) {
    const number = Number(digits.slice(0, length));
    if (number > 0 && number < groups.length) return (groups[number] ?? '') + digits.slice(length);
  }
  return undefined;
}
