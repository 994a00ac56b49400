import { timeTokens, type TimedToken } from '#lib/transcript/align/align';
import type { LinkedTokens } from '#lib/transcript/align/link-tokens';
import { wordForm } from '#lib/transcript/align/word-form';
import type { WordRange } from '#lib/transcript/align/word-range';
import { countBelow } from '#lib/transcript/count-while';
import type { Edit } from '#lib/transcript/edit';
import { memoizeBy } from '#lib/transcript/memoize-by';
import type { MachineWord } from '#lib/transcript/model';

/** One or more machine words of a later recognition where people wrote other words, or deleted those heard before. */
export interface RecognitionConflict extends WordRange {
  /** The words in their place, as `getWordsAt` finds them; empty if deleted. */
  text: string;
}

/**
 * Returns the conflicts of a transcript that was recognized again, in monologue order: passages whose words differ from
 * the later recognition, which differs from the previous one. Ignores case and punctuation. `earlier` are the previous
 * recognition's words, linked to those from `firstWord` on. Costs as much as `timeTokens`.
 */
export function findConflicts(
  { monologues }: Pick<Edit, 'monologues'>,
  words: readonly MachineWord[],
  { firstWord, earlier }: { firstWord: number; earlier: LinkedTokens },
): RecognitionConflict[] {
  const numbers = new Int32Array(words.length).fill(-1);
  for (const [number, { text }] of earlier.tokens.entries()) {
    const word = firstWord + (earlier.links[number] ?? -1);
    if (word >= firstWord && toForm([text]) === toForm(getTexts(words.slice(word, word + 1))))
      numbers[word] = number;
  }
  const isAsBefore = ({ from, to }: WordRange): boolean => {
    const own = numbers.subarray(from, to);
    return own[0] !== -1 && own.every((number, i) => i === 0 || number === (own[i - 1] ?? 0) + 1);
  };
  // Ranges may overlap: a word in one monologue isn't missing in another.
  const isTaken = new Uint8Array(words.length);
  const timed = monologues
    .filter(({ from }) => from >= firstWord)
    .map((monologue) => ({ monologue, tokens: timeTokens(monologue, words) }));
  for (const { tokens } of timed) for (const { word } of findSame(tokens, words)) isTaken[word] = 1;
  return timed.flatMap(({ monologue, tokens }) =>
    findDifferences(tokens, words, monologue).filter(({ from, to }) => {
      if (isTaken.subarray(from, to).includes(1) || isAsBefore({ from, to })) return false;
      isTaken.fill(1, from, to);
      return true;
    }),
  );
}

/** Finds unchanged words, with the indexes of the machine word and the token. */
function findSame(
  tokens: readonly TimedToken[],
  words: readonly MachineWord[],
): Array<{ word: number; token: number }> {
  return tokens.flatMap(({ machine, text }, token) =>
    machine !== undefined && wordForm(text) === wordForm(words[machine]?.text ?? '')
      ? [{ word: machine, token }]
      : [],
  );
}

/** Finds the parts of a range whose text was changed. */
function findDifferences(
  tokens: readonly TimedToken[],
  words: readonly MachineWord[],
  range: WordRange,
): RecognitionConflict[] {
  let [from, first] = [range.from, 0];
  return [...findSame(tokens, words), { word: range.to, token: tokens.length }].flatMap(
    ({ word: to, token }) => {
      const own = tokens.slice(first, token);
      const found = { from, to, text: joinTokens(own) };
      [from, first] = [to + 1, token + 1];
      const isOther = toForm(getTexts(own)) !== toForm(getTexts(words.slice(found.from, to)));
      return found.from < to && isOther ? [found] : [];
    },
  );
}

const getTexts = (words: ReadonlyArray<{ text: string }>): string[] => words.map(({ text }) => text);
/** Ignores word boundaries. */
const toForm = (texts: readonly string[]): string => texts.map(wordForm).join('');

/** Returns the words of a monologue that replace a range of machine words: tokens `first` to `end` (exclusive). */
export function getWordsAt(
  tokens: readonly TimedToken[],
  { from, to }: WordRange,
): { first: number; end: number; text: string } {
  const { machine, numbers } = getLinked(tokens);
  const first = (numbers[countBelow(machine, from) - 1] ?? -1) + 1;
  const end = numbers[countBelow(machine, to)] ?? tokens.length;
  return { first, end, text: joinTokens(tokens.slice(first, end)) };
}

/** Returns the machine words that a monologue's words are linked to, in order, and the indexes of those words. */
const getLinked = memoizeBy((tokens: readonly TimedToken[]) => {
  const numbers = tokens.flatMap(({ machine }, number) => (machine === undefined ? [] : [number]));
  return { numbers, machine: numbers.map((number) => tokens[number]?.machine ?? 0) };
});

/** Joins words with one space wherever there is white space. */
export function joinTokens(tokens: readonly TimedToken[]): string {
  return tokens
    .map(({ text, from }, i) => (i === 0 || from === tokens[i - 1]?.to ? text : ` ${text}`))
    .join('');
}
