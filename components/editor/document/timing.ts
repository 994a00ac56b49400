import type { Node, ResolvedPos } from '@tiptap/pm/model';
import { timeTokens, type TimedToken } from '#lib/transcript/align/align';
import { getSpan } from '#lib/transcript/align/word-range';
import type { MachineWord } from '#lib/transcript/model';
import { touches } from '#lib/transcript/text/join-words';
import { firstWhere } from '#components/editor/document/in-sight/find-range-in-sight.ts';
import { getAttributes, toMonologue } from './to-document';

/* The source of all times. Nodes are immutable, so each alignment is computed once, on demand. */

const known = new WeakMap<Node, readonly TimedToken[]>();

/** The words of a monologue's node with their times. Offsets count from the start of its content. */
export function getTiming(node: Node, words: readonly MachineWord[]): readonly TimedToken[] {
  const found = known.get(node);
  if (found !== undefined) return found;
  const made = timeTokens(toMonologue(node), words);
  known.set(node, made);
  return made;
}

/** The start of a monologue in milliseconds: its first word's, or without words, its range's. */
export function getStartMs(node: Node, words: readonly MachineWord[]): number {
  const { startMs, from, to } = getAttributes(node);
  if (startMs !== null) return startMs;
  if (from >= to) return getSpan(words, { from, to }).startMs;
  const heard = words[from];
  // Most monologues begin with the first machine word, so their start needs no alignment.
  const begins =
    heard !== undefined && beginsWith(node.firstChild?.text ?? '', heard.text, words[from + 1]?.text);
  return (begins ? undefined : getTiming(node, words)[0]?.startMs) ?? heard?.startMs ?? 0;
}

/** True if a text begins with a word followed by a space or, in scripts without spaces, by the next word. */
function beginsWith(text: string, word: string, next = ''): boolean {
  return text.startsWith(`${word} `) || (touches(word, next) && text.startsWith(word + next));
}

/** A word in the document: its position and time. */
export interface PlacedWord {
  from: number;
  to: number;
  startMs: number;
  endMs: number;
}

/** A monologue in the document: its position and start. */
export interface PlacedMonologue {
  node: Node;
  /** The position before it. */
  offset: number;
  startMs: number;
}

const knownStarts = new WeakMap<Node, readonly PlacedMonologue[]>();

/** A document's monologues that have words, in order of time. */
export function monologuesByStart(doc: Node, words: readonly MachineWord[]): readonly PlacedMonologue[] {
  const found = knownStarts.get(doc);
  if (found !== undefined) return found;
  const made: PlacedMonologue[] = [];
  doc.forEach((node, offset) => {
    if (node.content.size > 0) made.push({ node, offset, startMs: getStartMs(node, words) });
  });
  // Sorting is nearly free, since only moved monologues are out of order.
  made.sort((a, b) => a.startMs - b.startMs);
  knownStarts.set(doc, made);
  return made;
}

/** The index of the last item that starts at or before `ms`; -1 before the first. */
export function findLastStarted(all: ReadonlyArray<{ startMs: number }>, ms: number): number {
  return firstWhere(0, all.length, (i) => (all[i]?.startMs ?? 0) > ms) - 1;
}

/** The word spoken at `ms` or the last one before it, if any, and the time until which that holds. */
export function spokenAt(
  doc: Node,
  ms: number,
  words: readonly MachineWord[],
): { word: PlacedWord | undefined; untilMs: number } {
  const monologues = monologuesByStart(doc, words);
  const number = findLastStarted(monologues, ms);
  const untilMs = monologues[number + 1]?.startMs ?? Number.POSITIVE_INFINITY;
  const spoken = monologues[number];
  if (spoken === undefined) return { word: undefined, untilMs };
  const tokens = getTiming(spoken.node, words);
  const at = Math.max(0, findLastStarted(tokens, ms));
  const token = tokens[at];
  return {
    word: token && toPlacedWord(token, spoken.offset + 1),
    untilMs: Math.min(untilMs, tokens[at + 1]?.startMs ?? untilMs),
  };
}

/** The word spoken at `ms`, or the last one before it; undefined before the first. */
export function wordAt(doc: Node, ms: number, words: readonly MachineWord[]): PlacedWord | undefined {
  return spokenAt(doc, ms, words).word;
}

/** The word at a document position, or the one before it, or else the first of its monologue. */
export function wordNear(doc: Node, position: number, words: readonly MachineWord[]): PlacedWord | undefined {
  const $position = doc.resolve(position);
  const node = getMonologue($position);
  if (node === undefined) return undefined;
  const begin = $position.depth === 0 ? position + 1 : $position.start(1);
  const tokens = getTiming(node, words);
  const token = tokens.findLast(({ from }) => begin + from <= position) ?? tokens[0];
  return token && toPlacedWord(token, begin);
}

/** The time at a document position, in milliseconds. */
export function timeAt(doc: Node, position: number, words: readonly MachineWord[]): number {
  const near = wordNear(doc, position, words);
  if (near !== undefined) return near.startMs;
  const node = getMonologue(doc.resolve(position));
  return node === undefined ? 0 : getStartMs(node, words);
}

/** The monologue around a position, or right after it. */
function getMonologue($position: ResolvedPos): Node | undefined {
  const node = $position.depth === 0 ? $position.nodeAfter : $position.node(1);
  return node?.type.name === 'monologue' ? node : undefined;
}

/** True if two words meet at a position without a space. */
export function isBetweenWords(doc: Node, position: number, words: readonly MachineWord[]): boolean {
  const $position = doc.resolve(position);
  if ($position.depth === 0) return false;
  const tokens = getTiming($position.node(1), words);
  const at = tokens.findIndex(({ from }) => from === $position.parentOffset);
  return at > 0 && tokens[at - 1]?.to === tokens[at]?.from;
}

function toPlacedWord({ from, to, startMs, endMs }: TimedToken, begin: number): PlacedWord {
  return { from: begin + from, to: begin + to, startMs, endMs };
}
