import type { Mark, SequenceToken } from '#lib/transcript/diff/monologue-tokens';

/** A merged token with its index in each side's sequence, -1 if that side lacks it. */
export interface Placed {
  token: SequenceToken;
  mine: number;
  theirs: number;
}

/** A range that both sides changed, in three versions. */
export interface Chunk {
  base: readonly SequenceToken[];
  mine: readonly Placed[];
  theirs: readonly Placed[];
  /** True if the base continues with a word of the same monologue. */
  isInside: boolean;
}

/** Combines both sides' changes of a chunk; undefined if both changed its words differently. Marks never conflict. */
export function combineChunk(chunk: Chunk): Placed[] | undefined {
  const { base, mine, theirs } = chunk;
  if (base.length === 0) return bothInserted(chunk);
  const [was, my, their] = [getKeys(base), getKeys(tokensIn(mine)), getKeys(tokensIn(theirs))];
  if (my === their || my === was) return withMarks(mine, theirs, base);
  return their === was ? withMarks(theirs, mine, base) : undefined;
}

export function tokensIn(placed: readonly Placed[]): SequenceToken[] {
  return placed.map(({ token }) => token);
}

function getKeys(tokens: readonly SequenceToken[]): string {
  return tokens.flatMap(({ kind, key }) => (kind === 'word' ? [key] : [])).join(' ');
}

/** Combines two insertions at one position: words join the previous monologue, then come both sides' new monologues. */
function bothInserted({ mine, theirs, isInside }: Chunk): Placed[] | undefined {
  const [my, their] = [leadingWords(mine), leadingWords(theirs)];
  if (my.length > 0 && their.length > 0) {
    const isOne = getKeys(tokensIn(mine)) === getKeys(tokensIn(theirs));
    return isOne ? withMarks(mine, theirs, []) : undefined;
  }
  const myMonologues = mine.slice(my.length);
  const theirMonologues = theirs.slice(their.length);
  const isSplitTwice = isInside && theirMonologues.length > 0 && myMonologues.at(-1)?.token.kind === 'mark';
  const mineToPut = isSplitTwice ? myMonologues.slice(0, -1) : myMonologues;
  const known = new Set(tokensIn(theirs).map(({ key }) => key));
  const isTheirs = mineToPut.length > 0 && mineToPut.every(({ token }) => known.has(token.key));
  return [...their, ...my, ...(isTheirs ? [] : mineToPut), ...theirMonologues];
}

function leadingWords(tokens: readonly Placed[]): Placed[] {
  const end = tokens.findIndex(({ token }) => token.kind === 'mark');
  return end < 0 ? [...tokens] : tokens.slice(0, end);
}

/** Applies the inserted and removed marks of `other` to the words of `onto`. If both split, theirs win. */
function withMarks(
  other: readonly Placed[],
  onto: readonly Placed[],
  base: readonly SequenceToken[],
): Placed[] {
  const [was, is] = [marksIn(base), marksIn(tokensIn(other))];
  const there = marksIn(tokensIn(onto));
  const remaining = onto.filter(
    ({ token }) => token.kind === 'word' || is.has(token.id) || !was.has(token.id),
  );
  const ratio = countWords(remaining) / Math.max(1, countWords(other));
  let words = 0;
  const added = other.flatMap((placed) => {
    if (placed.token.kind === 'word') words++;
    else if (!was.has(placed.token.id) && !there.has(placed.token.id))
      return [{ placed, at: Math.round(words * ratio) }];
    return [];
  });
  const result: Placed[] = [];
  let passed = 0;
  let put = 0;
  const putMarks = () => {
    while (added[put]?.at === passed) {
      const last = result.at(-1);
      const next = added[put++];
      const isDoubled = last?.token.kind === 'mark' && !was.has(last.token.id);
      if (next && !isDoubled) result.push(next.placed);
      else if (next && next.placed.theirs >= 0) result.splice(-1, 1, next.placed);
    }
  };
  for (const placed of remaining) {
    if (placed.token.kind === 'word') {
      putMarks();
      passed++;
    }
    result.push(placed);
  }
  putMarks();
  return result;
}

function marksIn(tokens: readonly SequenceToken[]): Map<string, Mark> {
  return new Map(tokens.flatMap((token) => (token.kind === 'mark' ? [[token.id, token]] : [])));
}

function countWords(tokens: readonly Placed[]): number {
  return tokens.filter(({ token }) => token.kind === 'word').length;
}
