import type { Node } from '@tiptap/pm/model';
import type { MachineWord } from '#lib/transcript/model';
import { getStartMs, getTiming } from '#components/editor/document/timing.ts';

/**
 * The time at a document position, in milliseconds: of the word there, or after it. Between two words, the playhead's
 * if it is between them, too, so that unrecognized text gets the time at which it is heard.
 */
export function timeAtCaret(
  doc: Node,
  position: number,
  words: readonly MachineWord[],
  playheadMs?: number,
): number {
  const $position = doc.resolve(position);
  const node = $position.node(1);
  const tokens = getTiming(node, words);
  const offset = $position.parentOffset;
  const next = tokens.find(({ to }) => to > offset);
  if (next !== undefined && next.from < offset) return next.startMs;
  const previous = tokens.findLast(({ to }) => to <= offset);
  const following = doc.maybeChild($position.index(0) + 1);
  const fromMs = previous?.startMs ?? getStartMs(node, words);
  const untilMs = next?.startMs ?? (following ? getStartMs(following, words) : Infinity);
  if (playheadMs !== undefined && playheadMs >= fromMs && playheadMs < untilMs) return playheadMs;
  return next?.startMs ?? previous?.endMs ?? fromMs;
}
