/** A rectangle in window coordinates. */
export interface Box {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** The position of a hint; `arrow` is the distance of its arrow from its left edge. */
export interface HintPlace {
  left: number;
  top: number;
  side: 'above' | 'below';
  arrow: number;
}

type Size = Pick<Box, 'width' | 'height'>;

/** The distances between a hint and its anchor, and between a hint and the window's edge. */
const gap = 10;
const margin = 8;
/** Keeps the arrow away from the rounded corners. */
const corner = 18;

/** Positions a hint of this size on the side of the anchor that has more space, inside the window. */
export function placeHint(anchor: Box, size: Size, page: Size): HintPlace {
  const center = anchor.left + anchor.width / 2;
  const side = anchor.top + anchor.height / 2 > page.height / 2 ? 'above' : 'below';
  const top = side === 'above' ? anchor.top - gap - size.height : anchor.top + anchor.height + gap;
  const left = clamp(center - size.width / 2, margin, page.width - size.width - margin);
  return {
    left,
    top: clamp(top, margin, page.height - size.height - margin),
    side,
    arrow: clamp(center - left, corner, size.width - corner),
  };
}

/** True if two rectangles overlap. */
export function overlaps(a: Box, b: Box): boolean {
  return (
    a.left < b.left + b.width &&
    b.left < a.left + a.width &&
    a.top < b.top + b.height &&
    b.top < a.top + a.height
  );
}

/** Clamps a value; `least` wins if it is greater than `most`. */
function clamp(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(value, most));
}
