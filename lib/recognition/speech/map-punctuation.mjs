/*
 * Punctuation models give a text back, not words: with marks behind words, with other capitals, and without the spaces
 * between Chinese characters. Words are found again in it one by one; a text that is not made of the same words is not used.
 */

const wideMarks = new Map([
  ['，', ','],
  ['、', ','],
  ['。', '.'],
  ['？', '?'],
  ['！', '!'],
]);

/**
 * The words as the text writes them, each with the marks behind it, as many as were given; the words themselves where the text
 * is not made of them. Words that have capitals already keep their letters, and marks behind words of other scripts than
 * Chinese are the narrow ones.
 * @param {readonly string[]} words
 * @param {string} text
 * @returns {string[]}
 */
export function mapPunctuation(words, text) {
  const mapped = [];
  let at = 0;
  for (const word of words) {
    at += lengthOf(/^\s*/u, text.slice(at));
    const written = text.slice(at, at + word.length);
    if (written.toLowerCase() !== word.toLowerCase()) return [...words];
    at += word.length;
    const marks = text.slice(at, at + lengthOf(/^[\p{Po}\p{Pd}]*/u, text.slice(at)));
    at += marks.length;
    mapped.push(keepCapitals(word, written) + narrow(word, marks));
  }
  return text.slice(at).trim() === '' ? mapped : [...words];
}

/**
 * @param {RegExp} pattern
 * @param {string} text
 */
function lengthOf(pattern, text) {
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
