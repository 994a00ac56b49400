/** Counts the leading items that pass, by binary search: after the first one that fails, none may pass. */
export function countWhile<Item>(items: ArrayLike<Item>, passes: (item: Item) => boolean): number {
  let low = 0;
  let high = items.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (passes(items[middle] as Item)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Counts the numbers below the limit. They must be ascending. */
export function countBelow(numbers: ArrayLike<number>, limit: number): number {
  return countWhile(numbers, (number) => number < limit);
}
