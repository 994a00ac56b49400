/** As many of the pairs as can stand in one list whose second numbers rise, in the order given. */
export function findLongestIncreasing(pairs: ReadonlyArray<[number, number]>): Array<[number, number]> {
  const tails: number[] = [];
  const before: number[] = [];
  pairs.forEach(([, bi], i) => {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tails[middle] ?? 0]?.[1] ?? 0) < bi) low = middle + 1;
      else high = middle;
    }
    before[i] = tails[low - 1] ?? -1;
    tails[low] = i;
  });
  const chain: Array<[number, number]> = [];
  for (let i = tails.at(-1) ?? -1; i >= 0; i = before[i] ?? -1) {
    const pair = pairs[i];
    if (pair) chain.push(pair);
  }
  return chain.toReversed();
}
