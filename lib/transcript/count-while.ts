/** The number of items at the front that pass, found by halving: none passes behind one that doesn't. */
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

/** The number of rising numbers below the limit. */
export function countBelow(numbers: ArrayLike<number>, limit: number): number {
  return countWhile(numbers, (number) => number < limit);
}
