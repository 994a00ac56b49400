/** The value, but no less than `min` and no more than `max`. */
export function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}

interface Span {
  startMs: number;
  endMs: number;
}

/** Timed items with their times kept inside a range and in order: none begins before the one before it has ended. */
export function placeInOrder<Item extends Span>(items: readonly Item[], range: Span): Item[] {
  let earliestMs = range.startMs;
  return items.map((item) => {
    const startMs = clamp(item.startMs, earliestMs, range.endMs);
    const endMs = clamp(item.endMs, startMs, range.endMs);
    earliestMs = endMs;
    return { ...item, startMs, endMs };
  });
}
