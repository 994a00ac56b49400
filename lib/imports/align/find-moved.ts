import type { ImportedParagraph } from '#lib/imports/imported-paragraph';
import { findLongestIncreasing } from '#lib/transcript/align/pair-unique';
import { wordForm } from '#lib/transcript/align/word-form';
import { toText, type Edit, type EditedMonologue } from '#lib/transcript/edit';
import { toWords } from '#lib/transcript/text/cut-unspaced';

/** A shorter text may be another person's answer at another time. */
const leastWords = 4;
/** The smallest share of word pairs that a paragraph and its later form have in common. */
const leastShare = 0.4;

/**
 * Finds paragraphs of the transcript, corrected or not, that the file has in another order than the transcript or the
 * recording, so their words can't be matched in order. Picks the fewest that leave the others in order. Linear, except
 * for an O(n log n) sort.
 */
export function findMoved(
  paragraphs: readonly ImportedParagraph[],
  { monologues }: Edit,
): Map<number, EditedMonologue> {
  const pairs = pairAlike(paragraphs, monologues);
  const inTime = pairs.map(([at, position]): [number, number] => [at, monologues[position]?.from ?? 0]);
  const [stayed, spoken] = [pairs, inTime].map(
    (all) => new Set(findLongestIncreasing(all).map(([at]) => at)),
  );
  return new Map(
    pairs.flatMap(([at, position]) => {
      const monologue = monologues[position];
      const isInOrder = stayed?.has(at) === true && spoken?.has(at) === true;
      return isInOrder || monologue === undefined ? [] : [[at, monologue]];
    }),
  );
}

/** Pairs the indexes of paragraphs with those of the most similar monologues, each used once, sorted by paragraph. */
function pairAlike(
  paragraphs: readonly ImportedParagraph[],
  monologues: readonly EditedMonologue[],
): Array<[number, number]> {
  const written = monologues.map(toWordPairs);
  const owners = findOwners(written);
  const best = new Map<number, { at: number; share: number }>();
  for (const [at, paragraph] of paragraphs.entries()) {
    // A caption is not a separate paragraph.
    const own = paragraph.isCaption === true ? [] : toWordPairs(paragraph);
    const shared = new Map<number, number>();
    for (const pair of own) {
      const owner = owners.get(pair) ?? -1;
      if (owner >= 0) shared.set(owner, (shared.get(owner) ?? 0) + 1);
    }
    for (const [position, count] of shared) {
      const share = count / Math.max(own.length, written[position]?.length ?? 0);
      if (share >= leastShare && share > (best.get(position)?.share ?? 0)) best.set(position, { at, share });
    }
  }
  const taken = new Map<number, { position: number; share: number }>();
  for (const [position, { at, share }] of best) {
    if (share > (taken.get(at)?.share ?? 0)) taken.set(at, { position, share });
  }
  return [...taken]
    .map(([at, { position }]): [number, number] => [at, position])
    .toSorted(([a], [b]) => a - b);
}

/** Pairs of adjacent words, which identify a text better than single words. Empty for a short text. */
function toWordPairs({ content }: Pick<ImportedParagraph, 'content'>): string[] {
  const words = toWords(toText(content)).map(wordForm);
  if (words.length < leastWords) return [];
  return words.slice(1).map((word, i) => `${words[i]} ${word}`);
}

/** Maps each word pair to the index of its text, -1 if several texts have it. */
function findOwners(texts: ReadonlyArray<readonly string[]>): Map<string, number> {
  const owners = new Map<string, number>();
  for (const [i, pairs] of texts.entries()) {
    for (const pair of pairs) owners.set(pair, (owners.get(pair) ?? i) === i ? i : -1);
  }
  return owners;
}
