import type { Node } from '@tiptap/pm/model';
import { NodeSelection, TextSelection, type EditorState, type Transaction } from '@tiptap/pm/state';
import type { EditedSpeaker } from '#lib/transcript/edit';
import { cutUnspaced } from '#lib/transcript/text/cut-unspaced';
import { getGap } from '#components/editor/document/whitespace.ts';
import { getAttributes, getSpeakers, getStart, getText } from '#components/editor/document/to-document.ts';
import * as texts from '#messages/editor/speakers';
import { singleUndoStep } from '#components/editor/document/single-undo-step.ts';
import type { Editor } from '@tiptap/core';

/** The target of an assignment: monologues from `first` to `last`, a speaker's following ones, or words. */
export type Scope =
  | { kind: 'monologues'; first: number; last: number }
  | { kind: 'following'; first: number; speaker: number }
  | { kind: 'words'; from: number; to: number };

/** The scope of the monologue at this index. */
export function monologueScope(index: number): Scope {
  return { kind: 'monologues', first: index, last: index };
}

/** The scope of the selection: its monologues, or the words selected within one. */
export function getScope({ doc, selection }: EditorState): Scope {
  const { $from, $to } = selection;
  const first = $from.index(0);
  // A selection that ends right at a monologue's start doesn't include it.
  const behind = $to.depth === 0 || ($to.parentOffset === 0 && $to.index(0) > first);
  const last = Math.max(first, Math.min(doc.childCount - 1, behind ? $to.index(0) - 1 : $to.index(0)));
  if (first !== last || selection.empty || selection instanceof NodeSelection || $from.depth === 0) {
    return { kind: 'monologues', first, last };
  }
  const begin = $from.start(1);
  const end = begin + doc.child(first).content.size;
  const words = wholeWords(doc.child(first), $from.pos - begin, Math.min($to.pos, end) - begin);
  return words === undefined
    ? monologueScope(first)
    : { kind: 'words', from: begin + words.from, to: begin + words.to };
}

/** Widens offsets to whole words and trims whitespace. Undefined if nothing or the whole text remains. */
function wholeWords(node: Node, from: number, to: number): { from: number; to: number } | undefined {
  const text = getText(node);
  const isInWord = (at: number) => /[^\s\ufffc]/u.test(text[at] ?? ' ');
  const begins = wordBegins(text);
  const isOneWord = (at: number) => isInWord(at - 1) && isInWord(at) && !begins.has(at);
  const selected = text.slice(from, to);
  if (selected.trim() === '') return undefined;
  let first = from + selected.length - selected.trimStart().length;
  let end = from + selected.trimEnd().length;
  while (first > 0 && isOneWord(first)) first--;
  while (end < text.length && isOneWord(end)) end++;
  const isAll = text.slice(0, first).trim() === '' && text.slice(end).trim() === '';
  return isAll ? undefined : { from: first, to: end };
}

/** The word boundaries without a space, in scripts that have none. */
function wordBegins(text: string): Set<number> {
  const begins = new Set<number>();
  for (const { 0: run, index } of text.matchAll(/[^\s\ufffc]+/gu)) {
    let at = index;
    for (const { length } of cutUnspaced(run)) begins.add((at += length));
  }
  return begins;
}

/** Assigns the scope to a speaker, adding new ones first. Undefined if nothing would change. */
export function assignSpeaker(
  state: EditorState,
  scope: Scope,
  speaker: EditedSpeaker,
): Transaction | undefined {
  const { tr, doc } = state;
  const speakers = getSpeakers(doc);
  const isNew = speakers.every(({ id }) => id !== speaker.id);
  if (isNew) tr.setDocAttribute('speakers', [...speakers, speaker]);
  if (scope.kind === 'words') splitOff(tr, scope, speaker.id);
  else {
    for (const { offset } of monologuesIn(doc, scope)) {
      if (tr.doc.nodeAt(offset)?.attrs['speaker'] !== speaker.id)
        tr.setNodeAttribute(offset, 'speaker', speaker.id);
    }
  }
  return tr.docChanged ? tr : undefined;
}

/** Maps a scope through others' changes. A deleted monologue is replaced by its neighbor. */
export function mapScope(scope: Scope, before: Node, { doc, mapping }: Transaction): Scope {
  const map = (index: number) => {
    const $position = doc.resolve(mapping.map(getStart(before, Math.min(index, before.childCount - 1)) + 1));
    return Math.min($position.index(0), doc.childCount - 1);
  };
  if (scope.kind === 'words')
    return { ...scope, from: mapping.map(scope.from, 1), to: mapping.map(scope.to, -1) };
  if (scope.kind === 'following') return { ...scope, first: map(scope.first) };
  return { ...scope, first: map(scope.first), last: map(scope.last) };
}

/** The monologues of a scope, with their positions. */
export function monologuesIn(doc: Node, scope: Scope): Array<{ node: Node; offset: number }> {
  const found: Array<{ node: Node; offset: number }> = [];
  doc.forEach((node, offset, index) => {
    const end = offset + node.nodeSize;
    const isIn =
      scope.kind === 'words'
        ? offset < scope.from && scope.to < end
        : scope.kind === 'following'
          ? index >= scope.first && getAttributes(node).speaker === scope.speaker
          : index >= scope.first && index <= scope.last;
    if (isIn) found.push({ node, offset });
  });
  return found;
}

/** Splits words off as a monologue, without the whitespace at the cuts, and keeps them selected. */
function splitOff(tr: Transaction, { from, to }: { from: number; to: number }, speaker: number): void {
  const $position = tr.doc.resolve(from);
  if (getAttributes($position.node(1)).speaker === speaker) return;
  const behind = getGap(tr.doc.resolve(to), tr.doc.resolve(to));
  if (!behind.atEnd) tr.delete(behind.left, behind.right).split(behind.left);
  const ahead = getGap($position, $position);
  if (!ahead.atStart) tr.delete(ahead.left, ahead.right).split(ahead.left);
  const begin = ahead.atStart ? from : ahead.left + 2;
  tr.setNodeAttribute(ahead.atStart ? ahead.left - 1 : ahead.left + 1, 'speaker', speaker);
  tr.setSelection(TextSelection.create(tr.doc, begin, begin + (to - from)));
}

/** Assigns the scope to a speaker in one undo step, and announces it. */
export function assign(
  { editor, announce }: { editor: Editor; announce: (text: string) => void },
  scope: Scope,
  speaker: EditedSpeaker,
): void {
  const count = monologuesIn(editor.state.doc, scope).length;
  const tr = assignSpeaker(editor.state, scope, speaker);
  if (tr === undefined) return announce(texts.alreadyAssigned({ name: speaker.name }));
  singleUndoStep(editor.view, tr);
  announce(
    count > 1 ? texts.assignedMany({ name: speaker.name, count }) : texts.assigned({ name: speaker.name }),
  );
}
