/** Limits a value to the range from `min` to `max`. */
export function clamp(value: number, min: number, max: number): number {
  return Math.min(Math.max(value, min), max);
}

interface Span {
  startMs: number;
  endMs: number;
}

/** Keeps the times of items inside a range and in order: none begins before the previous one has ended. */
export function placeInOrder<Item extends Span>(items: readonly Item[], range: Span): Item[] {
  let earliestMs = range.startMs;
  return items.map((item) => {
    const startMs = clamp(item.startMs, earliestMs, range.endMs);
    const endMs = clamp(item.endMs, startMs, range.endMs);
    earliestMs = endMs;
    return { ...item, startMs, endMs };
  });
}
