import type { MachineWord } from '#lib/transcript/model';

/** Machine words `from` to `to` (exclusive). */
export interface WordRange {
  from: number;
  to: number;
}

/** A time span, in milliseconds from the start of the media. */
export interface Span {
  startMs: number;
  endMs: number;
}

/** Clamps a range to the existing words, with `to` not before `from`. */
export function clampRange({ from, to }: WordRange, words: readonly MachineWord[]): WordRange {
  const start = Math.min(Math.max(from, 0), words.length);
  return { from: start, to: Math.min(Math.max(to, start), words.length) };
}

/** True if two ranges can be joined: false if words of another recognition lie between them. */
export function areJoinable(words: readonly MachineWord[], before: WordRange, behind: WordRange): boolean {
  const endMs = words[behind.to - 1]?.endMs ?? Infinity;
  for (let i = before.to; i < behind.from; i++) if ((words[i]?.startMs ?? 0) > endMs) return false;
  return true;
}

/** Returns the time from a range's first word to its last, or the surrounding pause for an empty range. */
export function getSpan(words: readonly MachineWord[], { from, to }: WordRange): Span {
  if (from < to) return { startMs: words[from]?.startMs ?? 0, endMs: words[to - 1]?.endMs ?? 0 };
  const before = words[from - 1]?.endMs ?? 0;
  const after = words[from]?.startMs ?? before;
  return { startMs: Math.min(before, after), endMs: after };
}
