/** Runs the work for all items, eight at a time, and returns the results in the order of the items. */
export async function forEachIn<T, U>(
  items: readonly T[],
  work: (item: T, index: number) => Promise<U>,
): Promise<U[]> {
  const results: U[] = [];
  const queue = items.entries();
  const workThrough = async () => {
    for (const [index, item] of queue) results[index] = await work(item, index);
  };
  await Promise.all(Array.from({ length: 8 }, workThrough));
  return results;
}
