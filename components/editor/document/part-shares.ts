/** What one part has from now on, and the number of the part that it goes on as, if it is not a new one. */
export interface Share<Item> {
  part: number | undefined;
  elements: readonly Item[];
}

/**
 * Shares a list that has changed out among the parts that it had: each part keeps its own elements and takes the new
 * ones behind those. One that has grown to more than twice `size` is divided, one that has not more than `size`
 * together with the part before it is joined to that. Put together, the shares are the list in its order.
 */
export function shareOut<Item>(
  all: readonly Item[],
  parts: ReadonlyArray<readonly Item[]>,
  size: number,
): Array<Share<Item>> {
  const shares: Array<Share<Item>> = [];
  for (const [part, elements] of sharesOf(all, parts).entries()) {
    const before = shares.at(-1);
    if (elements.length === 0) continue;
    if (before !== undefined && before.elements.length + elements.length <= size) {
      shares[shares.length - 1] = { ...before, elements: [...before.elements, ...elements] };
    } else {
      const divided = inPieces(elements, size);
      shares.push(...divided.map((some, i) => ({ part: i === 0 ? part : undefined, elements: some })));
    }
  }
  return shares;
}

function sharesOf<Item>(all: readonly Item[], parts: ReadonlyArray<readonly Item[]>): Item[][] {
  const home = new Map(parts.flatMap((elements, part) => elements.map((one) => [one, part] as const)));
  const shares: Item[][] = Array.from({ length: Math.max(1, parts.length) }, () => []);
  let now = 0;
  for (const [i, one] of all.entries()) {
    const own = home.get(one) ?? now;
    const next = home.get(all[i + 1] ?? one) ?? own;
    // One that was moved to the front by itself joins those around it.
    if (own > now && next >= own) now = own;
    shares[now]?.push(one);
  }
  return shares;
}

function inPieces<Item>(elements: readonly Item[], size: number): Array<readonly Item[]> {
  if (elements.length <= 2 * size) return [elements];
  const count = Math.ceil(elements.length / size);
  return Array.from({ length: count }, (_, i) => elements.slice(i * size, (i + 1) * size));
}
