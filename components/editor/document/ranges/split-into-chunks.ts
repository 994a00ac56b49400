/** The new content of a chunk, and the index of the chunk that it continues; undefined for a new one. */
export interface ChunkAssignment<Item> {
  chunk: number | undefined;
  elements: readonly Item[];
}

/**
 * Assigns a changed list to its chunks: each chunk keeps its elements and gets the new ones after them. A chunk of more
 * than twice `size` is split; one that has at most `size` together with the previous chunk is merged into it.
 * Concatenated, the chunks are the list in order.
 */
export function splitIntoChunks<Item>(
  all: readonly Item[],
  chunks: ReadonlyArray<readonly Item[]>,
  size: number,
): Array<ChunkAssignment<Item>> {
  const assignments: Array<ChunkAssignment<Item>> = [];
  for (const [chunk, elements] of assignToChunks(all, chunks).entries()) {
    const before = assignments.at(-1);
    if (elements.length === 0) continue;
    if (before !== undefined && before.elements.length + elements.length <= size) {
      assignments[assignments.length - 1] = { ...before, elements: [...before.elements, ...elements] };
    } else {
      const divided = divide(elements, size);
      assignments.push(...divided.map((some, i) => ({ chunk: i === 0 ? chunk : undefined, elements: some })));
    }
  }
  return assignments;
}

function assignToChunks<Item>(all: readonly Item[], chunks: ReadonlyArray<readonly Item[]>): Item[][] {
  const home = new Map(
    chunks.flatMap((elements, chunk) => elements.map((element) => [element, chunk] as const)),
  );
  const assignments: Item[][] = Array.from({ length: Math.max(1, chunks.length) }, () => []);
  let now = 0;
  for (const [i, element] of all.entries()) {
    const own = home.get(element) ?? now;
    const next = home.get(all[i + 1] ?? element) ?? own;
    // A single element moved forward joins the chunk around it.
    if (own > now && next >= own) now = own;
    assignments[now]?.push(element);
  }
  return assignments;
}

function divide<Item>(elements: readonly Item[], size: number): Array<readonly Item[]> {
  if (elements.length <= 2 * size) return [elements];
  const count = Math.ceil(elements.length / size);
  return Array.from({ length: count }, (_, i) => elements.slice(i * size, (i + 1) * size));
}
