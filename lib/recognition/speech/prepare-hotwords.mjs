/*
 * The phrases of a vocabulary as hotwords of sherpa-onnx. Its encoder ends the process on unexpected input
 * (`EncodeHotwords` in csrc/utils.cc): words that begin with `:`, `#` or `@` are commands, `/` separates phrases, and a
 * word without a known character throws an exception that is never caught. So it gets only known characters.
 */

const unknown = '\uFFFD';

/**
 * Returns the characters that the tokens of a model can write, from its `tokens.txt` (one `<token> <id>` per line).
 * @param {string} tokensText
 * @returns {Set<string>}
 */
export function readCharacters(tokensText) {
  const known = new Set();
  for (const line of tokensText.split('\n')) {
    const token = line.trimEnd().replace(/\s+\d+$/u, '');
    if (/^<.*>$/u.test(token)) continue;
    for (const character of token) if (/[\p{L}\p{M}\p{N}']/u.test(character)) known.add(character);
  }
  return known;
}

/**
 * Returns the phrases that the model can write, in its letter case, without punctuation; accents that it doesn't know
 * are removed. Phrases with any other unknown character are left out.
 * @param {readonly string[]} phrases
 * @param {'written' | 'upper' | 'lower'} letterCase
 * @param {Set<string>} known
 * @returns {string[]}
 */
export function prepareHotwords(phrases, letterCase, known) {
  const prepared = phrases.flatMap((phrase) => {
    const plain = phrase.normalize('NFC').replaceAll('’', "'");
    const cased =
      letterCase === 'upper' ? plain.toUpperCase() : letterCase === 'lower' ? plain.toLowerCase() : plain;
    const written = Array.from(cased, (character) => write(character, known)).join('');
    if (written.includes(unknown)) return [];
    // An apostrophe alone is no word.
    return written
      .split(/\s+/u)
      .filter((word) => /[\p{L}\p{N}]/u.test(word))
      .join(' ');
  });
  return [...new Set(prepared)].filter((phrase) => phrase !== '');
}

/**
 * @param {string} character
 * @param {Set<string>} known
 */
function write(character, known) {
  if (known.has(character)) return character;
  if (!/[\p{L}\p{M}\p{N}]/u.test(character)) return character === "'" ? '' : ' ';
  const base = character.normalize('NFD').replaceAll(/\p{M}/gu, '');
  return base === '' || known.has(base) ? base : unknown;
}
