/*
 * Punctuation models return a text, not words: with marks after words, with other capitals, without the spaces between
 * Chinese characters, and with some around marks inside a word. Words are found in it one by one; a text that isn't
 * made of the same words is ignored.
 */

const wideMarks = new Map([
  ['，', ','],
  ['、', ','],
  ['。', '.'],
  ['？', '?'],
  ['！', '!'],
]);

/**
 * Returns the words as the text writes them, each with the marks after it; the given words if the text isn't made of
 * them. Words that already have capitals keep their letters. Wide marks become narrow, except after Chinese or Japanese
 * words.
 * @param {readonly string[]} words
 * @param {string} text
 * @returns {string[]}
 */
export function mapPunctuation(words, text) {
  const mapped = [];
  let at = 0;
  for (const word of words) {
    const end = findEnd(word, text, at);
    if (end === undefined) return [...words];
    const written = text.slice(at, end).replaceAll(/\s+/gu, '');
    at = end;
    const marks = text.slice(at, at + getLength(/^[\p{Po}\p{Pd}]*/u, text.slice(at)));
    at += marks.length;
    mapped.push(keepCapitals(word, written) + narrow(word, marks));
  }
  return text.slice(at).trim() === '' ? mapped : [...words];
}

/**
 * Returns the end of a word if it comes next in the text, else undefined. White space is skipped, because the library
 * splits `well-known` and `3.5`.
 * @param {string} word
 * @param {string} text
 * @param {number} at
 */
function findEnd(word, text, at) {
  let end = at;
  for (const character of word) {
    end += getLength(/^\s*/u, text.slice(end));
    const written = text.slice(end, end + character.length);
    if (written.toLowerCase() !== character.toLowerCase()) return undefined;
    end += character.length;
  }
  return end;
}

/**
 * @param {RegExp} pattern
 * @param {string} text
 */
function getLength(pattern, text) {
  return pattern.exec(text)?.[0].length ?? 0;
}

/**
 * @param {string} word
 * @param {string} written
 */
function keepCapitals(word, written) {
  return word === word.toLowerCase() ? written : word;
}

/**
 * @param {string} word
 * @param {string} marks
 */
function narrow(word, marks) {
  if (/[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]$/u.test(word)) return marks;
  return Array.from(marks, (mark) => wideMarks.get(mark) ?? mark).join('');
}
