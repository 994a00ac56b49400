import type { Dictionary } from '#lib/recognition/alignment/pronunciation/open-dictionary';

/** Guesses pronunciations of words that the dictionary lacks. Leaves out failures. */
export type Guess = (words: readonly string[]) => Promise<ReadonlyMap<string, string>>;

/** The usual English sounds of letters, longer groups first. */
const sounds = (
  'tch CH, igh AY, ch CH, sh SH, th TH, ph F, ck K, ng NG, qu K W, wh W, ee IY, ea IY, oo UW, ou AW, ow OW, oi OY, oy OY, ' +
  'ai EY, ay EY, au AO, aw AO, ar AA R, or AO R, er ER, ir ER, ur ER, ie IY, a AE, b B, c K, d D, e EH, f F, g G, h HH, ' +
  'i IH, j JH, k K, l L, m M, n N, o AA, p P, q K, r R, s S, t T, u AH, v V, w W, x K S, y IY, z Z'
)
  .split(', ')
  .map((entry) => {
    const [letters = '', ...phones] = entry.split(' ');
    return [letters, phones.join(' ')] as const;
  });

/** Returns each lowercase word's phones, separated by spaces: from the dictionary, a guess, or letter by letter. */
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

/** Adds possessive endings to words in the dictionary, which lists few of them. */
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

/** Pronounces a word by its letters, a rough guess that suffices for alignment. Empty without letters. */
export function soundOut(word: string): string {
  const phones: string[] = [];
  for (
    let rest = word
      .replaceAll(/[^a-z]/g, '')
      .replaceAll(/([^aeiou])\1/g, '$1')
      .replace(/(?<=[a-z]{2})e$/, '');
    rest !== '';
  ) {
    const [letters, sound] = sounds.find(([start]) => rest.startsWith(start)) ?? [rest.slice(0, 1), ''];
    if (sound !== '') phones.push(sound);
    rest = rest.slice(letters.length);
  }
  return phones.join(' ');
}
