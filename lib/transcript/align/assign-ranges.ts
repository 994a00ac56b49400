import type { EditedMonologue } from '#lib/transcript/edit';
import { heaviestOrder } from '#lib/transcript/align/heaviest-order';
import { linkTokens } from '#lib/transcript/align/link-tokens';
import type { MachineWord } from '#lib/transcript/model';
import { toTokens, type Token } from '#lib/transcript/align/tokens';
import { clampRange, type WordRange } from '#lib/transcript/align/word-range';

/**
 * Cuts a range of machine words among texts that came out of it, after a split, a join, a paste or a deletion: each
 * gets the words that its own are linked to. The ranges follow one another from the range's beginning to its end.
 * Machine words that nothing is linked to go to the text before them; foreign and empty texts get an empty range.
 * When all are empty the first gets everything, so that what is typed there later has a time.
 */
export function assignRanges(
  parts: ReadonlyArray<readonly Token[]>,
  words: readonly MachineWord[],
  range: WordRange,
): WordRange[] {
  const { from, to } = clampRange(range, words);
  const linked = linkedRanges(parts, words, { from, to });
  const filled = parts.flatMap((part, i) => (part.length > 0 ? [i] : []));
  const ends = new Map<number, number>();
  let reached = from;
  for (const [k, i] of filled.entries()) {
    const next = filled[k + 1];
    if (next === undefined) reached = to;
    else reached = linked[next]?.from ?? linked[i]?.to ?? reached;
    ends.set(i, reached);
  }
  if (filled.length === 0) ends.set(0, to);
  let start = from;
  return parts.map((_, i) => {
    const share = { from: start, to: ends.get(i) ?? start };
    start = share.to;
    return share;
  });
}

/** For each text the machine words from its first link to its last; undefined for one without links. */
function linkedRanges(
  parts: ReadonlyArray<readonly Token[]>,
  words: readonly MachineWord[],
  { from, to }: WordRange,
): Array<WordRange | undefined> {
  const { links, runs } = linkTokens(
    parts.flat(),
    words.slice(from, to).map(({ text }) => text),
  );
  let [passed, token] = [0, 0];
  return parts.map((part) => {
    passed += part.length;
    const first = token;
    while (token < links.length && (runs?.[token] ?? token) < passed) token++;
    const own = links.subarray(first, token).filter((link) => link >= 0);
    const [earliest] = own;
    if (earliest === undefined) return undefined;
    return { from: from + earliest, to: from + (own.at(-1) ?? earliest) + 1 };
  });
}

/**
 * The same monologues with ranges that never overlap nor go backwards, for an edit that two people cut or moved at
 * once. As many machine words as possible stay where they are. A monologue whose range reaches into a neighbour's is
 * shared anew with it, by their texts; one that stands elsewhere altogether takes what is free where it stands. A
 * monologue that keeps its range is the same object.
 */
export function orderRanges(
  monologues: readonly EditedMonologue[],
  words: readonly MachineWord[],
): EditedMonologue[] {
  const ranges = monologues.map((monologue) => clampRange(monologue, words));
  const stays = heaviestOrder(ranges);
  const ordered = [...ranges];
  for (const group of groupForAssignment(ranges, stays)) {
    const parts = monologues.slice(group.first, group.end).map(({ content }) => toTokens(content));
    const before = ordered[group.first - 1]?.to ?? 0;
    const after = ranges[group.end]?.from ?? words.length;
    const shares = assignRanges(parts, words, { from: before, to: after });
    for (const [i, share] of shares.entries()) ordered[group.first + i] = share;
  }
  return monologues.map((monologue, i) => {
    const { from, to } = ordered[i] ?? monologue;
    return monologue.from === from && monologue.to === to ? monologue : { ...monologue, from, to };
  });
}

/** Stretches of monologues to be shared anew: those out of order, with the neighbours whose ranges they reach into. */
function groupForAssignment(
  ranges: readonly WordRange[],
  stays: readonly boolean[],
): Array<{ first: number; end: number }> {
  const groups: Array<{ first: number; end: number }> = [];
  for (let i = 0; i < ranges.length; i++) {
    if (stays[i] !== false) continue;
    let end = i + 1;
    while (stays[end] === false) end++;
    const moved = ranges.slice(i, end);
    const reachInto = (neighbour: number) => moved.some((range) => overlap(range, ranges[neighbour]));
    const first = reachInto(i - 1) ? i - 1 : i;
    if (reachInto(end)) end++;
    const last = groups.at(-1);
    if (last?.end === i) last.end = end;
    else groups.push({ first, end });
    i = end - 1;
  }
  return groups;
}

function overlap(a: WordRange, b: WordRange | undefined): boolean {
  return b !== undefined && Math.max(a.from, b.from) < Math.min(a.to, b.to);
}
