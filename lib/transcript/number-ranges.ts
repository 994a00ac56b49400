export type NumberRange = readonly [from: number, to: number];

/** Groups numbers into ascending ranges that don't touch. */
export function toRanges(numbers: Iterable<number>): NumberRange[] {
  const ranges: Array<[number, number]> = [];
  for (const number of [...numbers].toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && number <= last[1]) last[1] = Math.max(last[1], number + 1);
    else ranges.push([number, number + 1]);
  }
  return ranges;
}

export function numbersIn(ranges: readonly NumberRange[]): Set<number> {
  const numbers = new Set<number>();
  for (const [from, to] of ranges) for (let i = from; i < to; i++) numbers.add(i);
  return numbers;
}
