import type { Node } from '@tiptap/pm/model';
import { align, tokensOf, type TimedToken } from '#lib/transcripts/align';
import type { MachineWord } from '#lib/transcripts/model';
import { attributesOf, contentOfNode } from './to-document';

/*
 * Where times come from: nodes never change, so each one's alignment is worked out once, when somebody asks.
 */

const known = new WeakMap<Node, readonly TimedToken[]>();

/** The words of a monologue's node with their times; offsets count from the beginning of its content. */
export function timingOf(node: Node, words: readonly MachineWord[]): readonly TimedToken[] {
  const found = known.get(node);
  if (found !== undefined) return found;
  const { startMs, ...range } = attributesOf(node);
  const aligned = align(tokensOf(contentOfNode(node)), words, range);
  const made = startMs === null ? aligned : beginAt(aligned, startMs);
  known.set(node, made);
  return made;
}

/** A beginning that was set by hand holds for the first word; what would begin before it begins with it. */
function beginAt(tokens: readonly TimedToken[], startMs: number): TimedToken[] {
  return tokens.map((token, i) => {
    const start = i === 0 ? startMs : Math.max(startMs, token.startMs);
    return { ...token, startMs: start, endMs: Math.max(start, token.endMs) };
  });
}

/** Where a monologue begins, in milliseconds: with its first word, without one with its range. */
export function startOf(node: Node, words: readonly MachineWord[]): number {
  const { startMs, from, to } = attributesOf(node);
  if (startMs !== null) return startMs;
  if (from >= to) return words[from - 1]?.endMs ?? 0;
  const heard = words[from];
  // Most monologues begin as the machine heard it, and need no alignment for that.
  const begins = heard !== undefined && node.firstChild?.text?.startsWith(`${heard.text} `);
  return (begins ? undefined : timingOf(node, words)[0]?.startMs) ?? heard?.startMs ?? 0;
}

/** A word of the document: its place there, and its time. */
export interface PlacedWord {
  from: number;
  to: number;
  startMs: number;
  endMs: number;
}

/** The word that is spoken at `ms`, or the last one before; undefined before the first. */
export function wordAt(doc: Node, ms: number, words: readonly MachineWord[]): PlacedWord | undefined {
  let begin = -1;
  let latest = -1;
  let said: Node | undefined;
  // A monologue that was moved is out of order: the one that began last is being said, wherever it stands.
  doc.forEach((node, offset) => {
    if (node.content.size === 0) return;
    const start = startOf(node, words);
    if (start > ms || start < latest) return;
    latest = start;
    begin = offset;
    said = node;
  });
  if (said === undefined) return undefined;
  const tokens = timingOf(said, words);
  const token = tokens.findLast(({ startMs }) => startMs <= ms) ?? tokens[0];
  return token && placed(token, begin + 1);
}

/** The word at a position of the document, or the one before it, or else the first of its monologue. */
export function wordNear(doc: Node, position: number, words: readonly MachineWord[]): PlacedWord | undefined {
  const place = doc.resolve(position);
  const node = place.depth === 0 ? place.nodeAfter : place.node(1);
  if (node === null || node.type.name !== 'monologue') return undefined;
  const begin = place.depth === 0 ? position + 1 : place.start(1);
  const tokens = timingOf(node, words);
  const token = tokens.findLast(({ from }) => begin + from <= position) ?? tokens[0];
  return token && placed(token, begin);
}

/** The moment at a position of the document, in milliseconds. */
export function timeAt(doc: Node, position: number, words: readonly MachineWord[]): number {
  const near = wordNear(doc, position, words);
  if (near !== undefined) return near.startMs;
  const place = doc.resolve(position);
  const node = place.depth === 0 ? place.nodeAfter : place.node(1);
  return node === null || node.type.name !== 'monologue' ? 0 : startOf(node, words);
}

function placed({ from, to, startMs, endMs }: TimedToken, begin: number): PlacedWord {
  return { from: begin + from, to: begin + to, startMs, endMs };
}
