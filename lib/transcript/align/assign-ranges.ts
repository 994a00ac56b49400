import { linkTokens, type LinkedTokens } from '#lib/transcript/align/link-tokens';
import type { MachineWord } from '#lib/transcript/model';
import type { Token } from '#lib/transcript/align/tokens';
import { clampRange, type WordRange } from '#lib/transcript/align/word-range';

/**
 * Divides a range of machine words among the texts that came from it, after a split, join, paste or deletion: each gets
 * the words that its own are linked to. The ranges are consecutive and cover the whole range. Unlinked machine words go
 * to the text before them. Foreign and empty texts get an empty range. If all are empty, the first gets the whole
 * range, so that text typed later has a time. `links` are the links of all parts to the range, if known.
 */
export function assignRanges(
  parts: ReadonlyArray<readonly Token[]>,
  words: readonly MachineWord[],
  range: WordRange,
  links?: LinkedTokens,
): WordRange[] {
  const { from, to } = clampRange(range, words);
  const linked = linkedRanges(parts, words, { from, to }, links);
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

/** Returns the machine words from each text's first link to its last, undefined for a text without links. */
function linkedRanges(
  parts: ReadonlyArray<readonly Token[]>,
  words: readonly MachineWord[],
  { from, to }: WordRange,
  known: LinkedTokens | undefined,
): Array<WordRange | undefined> {
  const texts = () => words.slice(from, to).map(({ text }) => text);
  const { links, runs } = known ?? linkTokens(parts.flat(), texts());
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
