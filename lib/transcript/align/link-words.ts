import { pairUnique } from '#lib/transcript/align/pair-unique';
import { likeness, wordForm } from '#lib/transcript/align/word-form';

/** Up to this many cells, every pair of words is weighed. Above, words that are unique on both sides split the work. */
const maxCells = 40_000;
const maxDepth = 8;

/** A list of words, prepared for comparison. Across both lists, equal IDs mean equal forms. */
interface Side {
  texts: readonly string[];
  forms: readonly string[];
  ids: Int32Array;
  /** The first and last letter of each form, as UTF-16 units: most pairs differ in both. */
  heads: Uint16Array;
  tails: Uint16Array;
}

interface Sides {
  mine: Side;
  theirs: Side;
}

/** A range of both lists: `from` to `to` of one, `otherFrom` to `otherTo` of the other. */
interface Stretch {
  from: number;
  to: number;
  otherFrom: number;
  otherTo: number;
}

/**
 * Returns for each word of a text the index of its match in `others`, or -1, in ascending order. Links equal words at
 * both ends in linear time. Between them, finds the links with the most equal or similar words. Time and memory stay
 * linear even if the lists differ everywhere.
 */
export function linkWords(texts: readonly string[], others: readonly string[]): Int32Array {
  const links = new Int32Array(texts.length).fill(-1);
  const middle = linkEnds(
    { from: 0, to: texts.length, otherFrom: 0, otherTo: others.length },
    links,
    (i, j) => texts[i] === others[j],
  );
  const { from, to, otherFrom, otherTo } = middle;
  if (from === to || otherFrom === otherTo) return links;
  const known = new Map<string, number>();
  const sides = { mine: toSide(texts, from, to, known), theirs: toSide(others, otherFrom, otherTo, known) };
  linkStretch(sides, middle, links, 0);
  return links;
}

/** Prepares the words `from` to `to` for comparison, with empty forms for the others. */
function toSide(texts: readonly string[], from: number, to: number, known: Map<string, number>): Side {
  const forms = texts.map((text, i) => (i >= from && i < to ? wordForm(text) : ''));
  const ids = new Int32Array(texts.length);
  const heads = new Uint16Array(texts.length);
  const tails = new Uint16Array(texts.length);
  for (let i = from; i < to; i++) {
    const form = forms[i] ?? '';
    let id = known.get(form);
    if (id === undefined) known.set(form, (id = known.size));
    ids[i] = id;
    heads[i] = form.charCodeAt(0);
    tails[i] = form.charCodeAt(form.length - 1);
  }
  return { texts, forms, ids, heads, tails };
}

/** Links equal words at both ends of a range, and returns the rest in between. */
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
  const anchors = cells > maxCells && depth < maxDepth ? findAnchors(sides, stretch) : [];
  if (anchors.length === 0) {
    linkByLikeness(sides, stretch, links);
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

/** Finds reliable links: words that begin a run of three (else two, else one) that is unique on both sides. */
function findAnchors({ mine, theirs }: Sides, stretch: Stretch): Array<[number, number]> {
  for (const length of [3, 2, 1]) {
    const getRun =
      ({ ids }: Side) =>
      (i: number) =>
        length === 1 ? (ids[i] ?? 0) : ids.subarray(i, i + length).join(' ');
    const anchors = pairUnique<string | number>(
      { from: stretch.from, to: stretch.to - length + 1, getKey: getRun(mine) },
      { from: stretch.otherFrom, to: stretch.otherTo - length + 1, getKey: getRun(theirs) },
    );
    if (anchors.length > 0) return anchors;
  }
  return [];
}

const SAME_TEXT = 2;
const SAME_FORM = 1.9;
/** The maximum score of two similar words, and the score of different words in the same position. */
const ALIKE = 1.2;
const IN_PLACE = 0.05;

const SKIP_WORD = 0;
const SKIP_OTHER = 1;
const LINK = 2;

/** Links words by a weighted longest common subsequence. Beyond `maxCells` pairs, only near the diagonal. */
function linkByLikeness(sides: Sides, stretch: Stretch, links: Int32Array): void {
  const rows = stretch.to - stretch.from;
  const columns = stretch.otherTo - stretch.otherFrom;
  const reach = rows * columns <= maxCells ? columns : Math.max(48, 2 * Math.ceil(columns / rows));
  const getFirst = (row: number) => Math.max(1, Math.round((row * columns) / rows) - reach);
  const getLast = (row: number) => Math.min(columns, Math.round((row * columns) / rows) + reach);
  const width = Math.min(columns, 2 * reach + 1);
  const ways = new Uint8Array(rows * width);
  let above = new Float64Array(columns + 1);
  let here = new Float64Array(columns + 1);
  for (let row = 1; row <= rows; row++) {
    const first = getFirst(row);
    const last = getLast(row);
    let left = first === 1 ? 0 : -Infinity;
    let corner = above[first - 1] ?? 0;
    here[first - 1] = left;
    for (let column = first; column <= last; column++) {
      const up = above[column] ?? 0;
      const linked = corner + worth(sides, stretch.from + row - 1, stretch.otherFrom + column - 1);
      const skipped = up > left ? up : left;
      const best = linked >= skipped ? linked : skipped;
      ways[(row - 1) * width + column - first] =
        linked >= skipped ? LINK : up > left ? SKIP_WORD : SKIP_OTHER;
      here[column] = best;
      left = best;
      corner = up;
    }
    // A row has no values outside its band, and the next row's band extends a little further.
    here.fill(-Infinity, last + 1, row < rows ? getLast(row + 1) + 1 : last + 1);
    [above, here] = [here, above];
  }
  let row = rows;
  let column = columns;
  while (row > 0 && column > 0) {
    const way = ways[(row - 1) * width + column - getFirst(row)];
    if (way === LINK) links[stretch.from + row - 1] = stretch.otherFrom + column - 1;
    if (way !== SKIP_OTHER) row--;
    if (way !== SKIP_WORD) column--;
  }
}

function worth({ mine, theirs }: Sides, i: number, j: number): number {
  if (mine.ids[i] === theirs.ids[j]) return mine.texts[i] === theirs.texts[j] ? SAME_TEXT : SAME_FORM;
  if (mine.heads[i] !== theirs.heads[j] && mine.tails[i] !== theirs.tails[j]) return IN_PLACE;
  return IN_PLACE + ALIKE * likeness(mine.forms[i] ?? '', theirs.forms[j] ?? '');
}
