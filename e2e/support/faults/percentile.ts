/** Returns the value that this share (0 to 1) of the values stays at or below; NaN if there are none. */
export function percentile(values: number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)] ?? Number.NaN;
}

/** Formats the p50, the p95, and the longest of these milliseconds. */
export function formatDelays(values: number[]): string {
  const [half, most, longest] = [0.5, 0.95, 1].map((share) => percentile(values, share).toFixed(0));
  return `p50 ${half} ms, p95 ${most} ms, longest ${longest} ms of ${values.length}`;
}
