import { assignRanges } from '#lib/transcript/align/assign-ranges';
import { toTokens } from '#lib/transcript/align/tokens';
import { areJoinable, type WordRange } from '#lib/transcript/align/word-range';
import type { EditedMonologue, Piece } from '#lib/transcript/edit';
import { keepMarks } from '#lib/transcript/merge/keep-marks';
import type { Placed } from '#lib/transcript/merge/merge-chunk';
import { mergeTokens, type Conflict } from '#lib/transcript/merge/merge-tokens';
import type { MatchBudget } from '#lib/transcript/diff/match-tokens';
import type { MachineWord } from '#lib/transcript/model';
import {
  areAttached,
  toContent,
  toSequence,
  type Mark,
  type SequenceToken,
  type Word,
} from '#lib/transcript/diff/monologue-tokens';

/** The same range of the transcript in three versions. */
export interface ThreeSides {
  base: readonly EditedMonologue[];
  mine: readonly EditedMonologue[];
  theirs: readonly EditedMonologue[];
}

/** A merged monologue, without its position, speaker and start. */
export type MergedText = Pick<EditedMonologue, 'id' | 'from' | 'to' | 'content'>;

export interface ConflictText {
  monologueId: string | undefined;
  mine: string;
  base: string;
  theirs: string;
}

/** The number of words shown as context on both sides of a conflict. */
const contextWords = 3;

/** Merges two people's versions of a range by words. O(n log n) plus the budget. */
export function mergeRegion(
  sides: ThreeSides,
  words: readonly MachineWord[],
  budget: MatchBudget,
): { texts: MergedText[]; conflicts: ConflictText[] } {
  const sequences = {
    base: toSequence(sides.base),
    mine: toSequence(sides.mine),
    theirs: toSequence(sides.theirs),
  };
  const { merged, conflicts } = mergeTokens(sequences, budget);
  const contents = getContents(keepMarks(merged, sequences));
  const ids = new Set(contents.map(({ id }) => id));
  const owners = { merged: findOwners(merged.map(({ token }) => token)), base: findOwners(sequences.base) };
  return {
    texts: withRanges(contents, sides, words),
    conflicts: conflicts.map((conflict) => wordConflict(conflict, merged, owners, ids)),
  };
}

function getContents(merged: readonly Placed[]): Array<{ id: string; content: Piece[] }> {
  const monologues: Array<{ mark: Mark; words: Word[] }> = [];
  for (const { token } of merged) {
    if (token.kind === 'mark') monologues.push({ mark: token, words: [] });
    else monologues.at(-1)?.words.push(token);
  }
  return monologues.map(({ mark, words }) => ({ id: mark.id, content: toContent(words, mark.after) }));
}

/** Returns the ranges of the side with the same division into monologues. A mixed one shares the region's words. */
function withRanges(
  contents: ReadonlyArray<{ id: string; content: Piece[] }>,
  { base, mine, theirs }: ThreeSides,
  words: readonly MachineWord[],
): MergedText[] {
  const [asTheirs, asMine] = [isDividedAs(contents, theirs), isDividedAs(contents, mine)];
  const onlyMine = asMine && isSameDivision(base, theirs);
  const whose = onlyMine ? mine : asTheirs ? theirs : undefined;
  if (whose) return contents.map((text, i) => ({ ...text, ...getRange(whose[i]) }));
  const all = [...base, ...mine, ...theirs].filter(({ from, to }) => from < to);
  const range = chooseRange(joinRanges(all.length > 0 ? all : theirs, words), theirs);
  const shares = assignRanges(
    contents.map(({ content }) => toTokens(content)),
    words,
    range,
  );
  return contents.map((text, i) => ({ ...text, ...getRange(shares[i]) }));
}

/** Joins ranges from the first word to the last, separately for each recognition. */
function joinRanges(parts: readonly WordRange[], words: readonly MachineWord[]): WordRange[] {
  const joined: WordRange[] = [];
  for (const { from, to } of parts.toSorted((a, b) => a.from - b.from)) {
    const last = joined.at(-1);
    if (last !== undefined && areJoinable(words, last, { from, to })) last.to = Math.max(last.to, to);
    else joined.push({ from, to });
  }
  return joined;
}

/** Of several recognitions, chooses the latest one that theirs refers to. */
function chooseRange(joined: readonly WordRange[], theirs: readonly WordRange[]): WordRange {
  const isTheirs = ({ from, to }: WordRange): boolean =>
    theirs.some((range) => range.from < range.to && range.from >= from && range.to <= to);
  return joined.findLast(isTheirs) ?? joined.at(-1) ?? { from: 0, to: 0 };
}

function getRange(range: { from: number; to: number } | undefined): { from: number; to: number } {
  return { from: range?.from ?? 0, to: range?.to ?? 0 };
}

function isDividedAs(one: ReadonlyArray<{ id: string }>, other: ReadonlyArray<{ id: string }>): boolean {
  return one.length === other.length && one.every(({ id }, i) => id === other[i]?.id);
}

function isSameDivision(one: readonly EditedMonologue[], other: readonly EditedMonologue[]): boolean {
  return (
    isDividedAs(one, other) && one.every(({ from, to }, i) => from === other[i]?.from && to === other[i].to)
  );
}

function wordConflict(
  { at, from, base, mine, theirs }: Conflict,
  merged: readonly Placed[],
  owners: Record<'merged' | 'base', ReadonlyArray<string | undefined>>,
  ids: ReadonlySet<string>,
): ConflictText {
  const before = contextBefore(merged, at);
  const behind = contextBehind(merged, at + theirs.length);
  const inWords = (tokens: readonly SequenceToken[]) => tokensToText([...before, ...tokens, ...behind]);
  const hasWords = theirs.some(({ kind }) => kind === 'word');
  const owner = hasWords ? owners.merged[at] : owners.base[Math.min(from, owners.base.length - 1)];
  return {
    monologueId: owner !== undefined && ids.has(owner) ? owner : undefined,
    mine: inWords(mine),
    base: inWords(base),
    theirs: inWords(theirs),
  };
}

/** Returns each token's monologue; undefined before the first mark. */
function findOwners(tokens: readonly SequenceToken[]): Array<string | undefined> {
  let owner: string | undefined;
  return tokens.map((token) => (token.kind === 'mark' ? (owner = token.id) : owner));
}

/** Returns up to three common words before a position of the merged tokens. */
function contextBefore(merged: readonly Placed[], at: number): SequenceToken[] {
  const tokens: SequenceToken[] = [];
  for (let i = at - 1; i >= 0 && tokens.length < contextWords && isCommonWord(merged[i]); i--) {
    tokens.unshift(...merged.slice(i, i + 1).map(({ token }) => token));
  }
  return tokens;
}

function contextBehind(merged: readonly Placed[], at: number): SequenceToken[] {
  const near = merged.slice(at, at + contextWords);
  const end = near.findIndex((placed) => !isCommonWord(placed));
  return near.slice(0, end < 0 ? undefined : end).map(({ token }) => token);
}

function isCommonWord(placed: Placed | undefined): boolean {
  return placed !== undefined && placed.token.kind === 'word' && placed.mine >= 0 && placed.theirs >= 0;
}

/** Returns tokens as text, with a line feed at each mark. */
function tokensToText(tokens: readonly SequenceToken[]): string {
  return tokens
    .map((token, i) => {
      if (token.kind === 'mark') return '\n';
      const text = 'tag' in token.piece ? token.piece.tag : token.piece.text;
      const last = tokens[i - 1];
      const isAttached = last?.kind === 'word' && areAttached(last, token);
      const isParted = token.before === '' && (token.isFirst || 'text' in token.piece) && !isAttached;
      return `${isParted ? ' ' : token.before}${text}`;
    })
    .join('')
    .replaceAll(/[^\S\n]+/gu, ' ')
    .replaceAll(/ *\n */gu, '\n')
    .trim();
}
