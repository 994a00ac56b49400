/** Lines that belong together. The first `head` lines are a heading. Lengths are in points. */
export interface Group {
  head: number;
  gapBefore: number;
  lines: ReadonlyArray<{ height: number }>;
}

/** A line's position: `page` counts from 0, `top` from the top of the text area. */
export interface LinePosition {
  page: number;
  top: number;
}

/** Assigns a page to every line. Keeps a heading with two lines of text, and leaves no single line on a new page. */
export function paginate(groups: readonly Group[], pageHeight: number): LinePosition[][] {
  let page = 0;
  let top = 0;
  return groups.map(({ head, gapBefore, lines }) => {
    const positions: LinePosition[] = [];
    if (top > 0) top += gapBefore;
    while (positions.length < lines.length) {
      const left = lines.slice(positions.length);
      const keep = positions.length === 0 ? head + 2 : 2;
      let count = fitting(left, pageHeight - top);
      if (count < left.length) count = Math.min(count, left.length - 2);
      if (count < Math.min(keep, left.length)) count = top > 0 ? 0 : Math.max(1, fitting(left, pageHeight));
      for (const { height } of left.slice(0, count)) {
        positions.push({ page, top });
        top += height;
      }
      if (positions.length === lines.length) break;
      page += 1;
      top = 0;
    }
    return positions;
  });
}

function fitting(lines: ReadonlyArray<{ height: number }>, space: number): number {
  let used = 0;
  const tooMuch = lines.findIndex(({ height }) => (used += height) > space);
  return tooMuch === -1 ? lines.length : tooMuch;
}
