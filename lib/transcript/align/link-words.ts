import { findAnchors } from '#lib/transcript/align/find-anchors';
import { linkByLikeness } from '#lib/transcript/align/link-by-likeness';
import { toSides, type Sides, type Stretch } from '#lib/transcript/align/word-sides';

/** Up to so many cells every pair of words is weighed; above it, words that occur once on both sides divide the work. */
const MOST_CELLS = 40_000;
const DEEPEST = 8;

/**
 * For each word of a text the number of the one of `others` that it was, or -1. Links only rise. What is equal at
 * the beginning and at the end is linked as it stands, in linear time; between, the links are the ones with the most
 * equal or similar words. Where the lists differ everywhere, time and memory grow with their length, not its square.
 */
export function linkWords(texts: readonly string[], others: readonly string[]): Int32Array {
  const links = new Int32Array(texts.length).fill(-1);
  const middle = linkEnds(
    { from: 0, to: texts.length, otherFrom: 0, otherTo: others.length },
    links,
    (i, j) => texts[i] === others[j],
  );
  if (middle.from === middle.to || middle.otherFrom === middle.otherTo) return links;
  linkStretch(toSides(texts, others, middle), middle, links, 0);
  return links;
}

/** Links what is the same at both ends of a stretch and gives what is left between. */
function linkEnds(
  { from, to, otherFrom, otherTo }: Stretch,
  links: Int32Array,
  isSame: (i: number, j: number) => boolean,
): Stretch {
  while (from < to && otherFrom < otherTo && isSame(from, otherFrom)) links[from++] = otherFrom++;
  while (from < to && otherFrom < otherTo && isSame(to - 1, otherTo - 1)) links[--to] = --otherTo;
  return { from, to, otherFrom, otherTo };
}

function linkStretch(sides: Sides, whole: Stretch, links: Int32Array, depth: number): void {
  const stretch = linkEnds(whole, links, (i, j) => sides.mine.ids[i] === sides.theirs.ids[j]);
  const cells = (stretch.to - stretch.from) * (stretch.otherTo - stretch.otherFrom);
  if (cells === 0) return;
  const anchors = cells > MOST_CELLS && depth < DEEPEST ? findAnchors(sides, stretch) : [];
  if (anchors.length === 0) {
    linkByLikeness(sides, stretch, links, MOST_CELLS);
    return;
  }
  let { from, otherFrom } = stretch;
  for (const [i, j] of anchors) {
    linkStretch(sides, { from, to: i, otherFrom, otherTo: j }, links, depth + 1);
    links[i] = j;
    from = i + 1;
    otherFrom = j + 1;
  }
  linkStretch(sides, { ...stretch, from, otherFrom }, links, depth + 1);
}
