import type { Dictionary } from '#lib/recognition/alignment/pronunciation/open-dictionary';
import { soundOut } from '#lib/recognition/alignment/pronunciation/sound-out';

/** Guesses how words sound that the dictionary lacks; those that it can't are left out. */
export type Guess = (words: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** The phones of each of these words (lower case), with spaces between them: by the dictionary, by a guess, else letter by letter. */
export async function pronounceWords(
  words: ReadonlySet<string>,
  dictionary: Dictionary,
  guess: Guess,
): Promise<Map<string, string[]>> {
  const found = new Map([...words].map((word) => [word, findInDictionary(word, dictionary)]));
  const missing = [...found].filter(([, phones]) => phones.length === 0).map(([word]) => word);
  const guessed = missing.length === 0 ? new Map<string, string>() : await guess(missing);
  for (const word of missing) {
    const phones = guessed.get(word) ?? soundOut(word);
    found.set(word, phones === '' ? [] : [phones]);
  }
  return found;
}

/** With a possessive or a plural of words that stand there alone: the dictionary has few of them. */
function findInDictionary(word: string, dictionary: Dictionary): string[] {
  const own = dictionary.find(word);
  if (own.length > 0) return own;
  const [, base = '', ending = ''] = /^(.+?)('s|')$/.exec(word) ?? [];
  return dictionary.find(base).map((phones) => (ending === "'" ? phones : `${phones} ${sayS(phones)}`));
}

function sayS(phones: string): string {
  const last = phones.split(' ').at(-1) ?? '';
  if (['S', 'Z', 'SH', 'ZH', 'CH', 'JH'].includes(last)) return 'IH Z';
  return ['P', 'T', 'K', 'F', 'TH'].includes(last) ? 'S' : 'Z';
}
