import { colognePhonetic } from 'cologne-phonetic';
import { doubleMetaphone } from 'double-metaphone';

/** Only the beginning of a longer word counts. */
const maxLetters = 60;

/** Returns the letters and digits of a text, lowercase and without accents. */
export function toLetters(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');
}

/**
 * Returns two phonetic keys of a word, which may be equal: Kölner Phonetik for German, else Double Metaphone. A word in
 * a non-Latin script is its own key.
 */
export function getSoundKeys(letters: string, language: string | null | undefined): [string, string] {
  const word = letters.slice(0, maxLetters);
  if (!/^[a-zß]/.test(word)) return [word, word];
  if (language?.startsWith('de') !== true) {
    const [key, other] = doubleMetaphone(word);
    return [joinDoubled(key), joinDoubled(other)];
  }
  // An initial vowel is 0 there, which means th in Double Metaphone.
  const key = colognePhonetic(word).replace(/^0/, 'A');
  return [key, key];
}

const joinDoubled = (key: string): string => key.replaceAll(/(.)\1+/gu, '$1');

/** Appends a word to a phonetic key: drops its initial vowel and a repeated sound. */
export function addSoundKey(before: string, key: string): string {
  if (before === '') return key;
  const first = key.startsWith('A') ? 1 : 0;
  return before + key.slice(before.endsWith(key.charAt(first)) ? first + 1 : first);
}
