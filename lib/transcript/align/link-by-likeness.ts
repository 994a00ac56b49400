import type { Sides, Stretch } from '#lib/transcript/align/word-sides';
import { likeness } from '#lib/transcript/align/word-form';

const SAME_TEXT = 2;
const SAME_FORM = 1.9;
/** What two words that look alike are worth at most; two that do not are worth only their being in the same place. */
const ALIKE = 1.2;
const IN_PLACE = 0.05;

const SKIP_WORD = 0;
const SKIP_OTHER = 1;
const LINK = 2;

/**
 * Links the words of a stretch so that the links are together worth the most (a weighted longest common
 * subsequence). Beyond `maxCells` pairs of words only those near the diagonal are weighed.
 */
export function linkByLikeness(sides: Sides, stretch: Stretch, links: Int32Array, maxCells: number): void {
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
    // Beyond its band a row has no value; the next row's band reaches a little further.
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
