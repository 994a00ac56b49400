/** A quantile: the value that this share of the values does not exceed. 0.5 gives the median. */
export function getShare(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(share * values.length) - 1] ?? Number.NaN;
}
