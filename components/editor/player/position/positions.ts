import type { Editor } from '@tiptap/core';
import type { Node } from '@tiptap/pm/model';
import type { MachineWord } from '#lib/transcript/model';
import {
  findLastStarted,
  monologuesByStart,
  getStartMs,
  getTiming,
  wordNear,
} from '#components/editor/document/timing.ts';
import type { TimeRange } from '#components/editor/player/player.ts';

/** Past this much of a monologue, going back leads to its start, not to the previous one. */
const graceMs = 1500;

/** The range from a monologue's first to its last word; undefined without words. */
export function getTimeRange(node: Node, words: readonly MachineWord[]): TimeRange | undefined {
  const tokens = getTiming(node, words);
  const last = tokens.at(-1);
  if (last === undefined) return undefined;
  const startMs = Math.min(getStartMs(node, words), tokens[0]?.startMs ?? 0);
  return last.endMs > startMs ? { startMs, endMs: last.endMs } : undefined;
}

/** The time range of the selection, or of the monologue at the caret, or at `ms` if the text isn't focused. */
export function getLoopRange(
  editor: Editor,
  words: readonly MachineWord[],
  ms: number,
): TimeRange | undefined {
  const { doc, selection } = editor.state;
  if (!selection.empty) {
    const first = wordNear(doc, selection.from, words);
    const last = wordNear(doc, Math.max(selection.from, selection.to - 1), words);
    if (first && last && last.endMs > first.startMs) return { startMs: first.startMs, endMs: last.endMs };
  }
  const monologues = monologuesByStart(doc, words);
  const node = editor.isFocused
    ? selection.$from.node(1)
    : monologues[Math.max(0, findLastStarted(monologues, ms))]?.node;
  return node && getTimeRange(node, words);
}

/** The start of the next (1) or previous (-1) monologue. */
export function getNeighborStart(
  doc: Node,
  words: readonly MachineWord[],
  ms: number,
  direction: 1 | -1,
): number | undefined {
  const monologues = monologuesByStart(doc, words);
  const now = findLastStarted(monologues, ms);
  if (direction === 1) return monologues[now + 1]?.startMs;
  const current = monologues[Math.max(now, 0)];
  if (current !== undefined && ms - current.startMs > graceMs) return current.startMs;
  return monologues[Math.max(now - 1, 0)]?.startMs;
}
