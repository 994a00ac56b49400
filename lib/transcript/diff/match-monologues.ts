import { type EditedMonologue, indexById, type Piece, toText } from '#lib/transcript/edit';

/** Monologues `aFrom` to `aTo` (exclusive) of one list that correspond to `bFrom` to `bTo` of the other. */
export interface Region {
  aFrom: number;
  aTo: number;
  bFrom: number;
  bTo: number;
}

/**
 * Orders `side` like `reference`. Others follow their predecessors, which makes moved monologues comparable. Linear.
 */
export function layOut(
  reference: readonly EditedMonologue[],
  side: readonly EditedMonologue[],
): EditedMonologue[] {
  const known = new Set(reference.map(({ id }) => id));
  const byId = indexById(side);
  const followers = new Map<string | undefined, EditedMonologue[]>();
  let leader: string | undefined;
  for (const monologue of side) {
    if (known.has(monologue.id)) leader = monologue.id;
    else {
      const following = followers.get(leader);
      if (following) following.push(monologue);
      else followers.set(leader, [monologue]);
    }
  }
  const laidOut = [...(followers.get(undefined) ?? [])];
  for (const { id } of reference) {
    const monologue = byId.get(id);
    if (monologue) laidOut.push(monologue, ...(followers.get(id) ?? []));
  }
  return laidOut;
}

/**
 * Returns the regions in which two lists differ, with common IDs in the same order. Text moves only between new or
 * deleted monologues. Linear.
 */
export function changedRegions(a: readonly EditedMonologue[], b: readonly EditedMonologue[]): Region[] {
  const inA = new Set(a.map(({ id }) => id));
  const inB = new Set(b.map(({ id }) => id));
  const regions: Region[] = [];
  let open: Region | undefined;
  for (let ai = 0, bi = 0; ;) {
    const [aFrom, bFrom] = [ai, bi];
    while (ai < a.length && !inB.has(a[ai]?.id ?? '')) ai++;
    while (bi < b.length && !inA.has(b[bi]?.id ?? '')) bi++;
    const crosses = ai > aFrom || bi > bFrom;
    if (crosses) {
      if (!open) regions.push((open = { aFrom, aTo: ai, bFrom, bTo: bi }));
      Object.assign(open, { aTo: ai, bTo: bi });
    }
    const [one, other] = [a[ai], b[bi]];
    if (!one || !other) return regions;
    if (isSameText(one, other)) open = undefined;
    else {
      if (!open || !crosses) regions.push((open = { aFrom: ai, aTo: ai, bFrom: bi, bTo: bi }));
      Object.assign(open, { aTo: ai + 1, bTo: bi + 1 });
    }
    ai++;
    bi++;
  }
}

/** True if two monologues have the same text and machine words, regardless of speaker and position. */
export function isSameText(monologue: EditedMonologue, other: EditedMonologue): boolean {
  return (
    monologue === other ||
    (monologue.from === other.from &&
      monologue.to === other.to &&
      isSameContent(monologue.content, other.content))
  );
}

/** True if two contents have the same text, tags and notes, regardless of how text is split into pieces. */
export function isSameContent(one: readonly Piece[], other: readonly Piece[]): boolean {
  return one === other || (toText(one) === toText(other) && getKey(one) === getKey(other));
}

function getKey(content: readonly Piece[]): string {
  return content
    .map((piece) => ('tag' in piece ? `\u0001${piece.tag}\u0002${piece.note ?? ''}\u0003` : piece.text))
    .join('');
}
