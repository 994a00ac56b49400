/*
 * Which letters begin a sentence and are small. Nothing else is ever changed: a capital may be a name, a noun or an
 * acronym, so none is lowered. Where it is not certain that a sentence ends, none begins.
 */

/** Whose full stop ends no sentence, in English and German. */
const abbreviations = new Set(
  'mr mrs ms dr prof st sr jr vs etc approx bzw usw ca evtl ggf inkl exkl vgl nr sog'.split(' '),
);

/** The places in a paragraph's text of small letters that begin a sentence. */
export function findSentenceStarts(text: string): number[] {
  const starts: number[] = [];
  let isStart = true;
  // A tag, which stands as \ufffc, is no part of a sentence.
  for (const { 0: token, index } of text.matchAll(/[^\s\ufffc]+/gu)) {
    const ahead = /^[^\p{L}\p{N}]*/u.exec(token)?.[0].length ?? 0;
    const word = token.slice(ahead);
    if (word === '') {
      isStart ||= endsSentence(token);
      continue;
    }
    if (isStart && isSmall(word)) starts.push(index + ahead);
    isStart = endsSentence(token);
  }
  return starts;
}

/** The place of the first letter, if it is small and the text begins with its word. */
export function findFirstLetter(text: string): number | undefined {
  const [first] = findSentenceStarts(text);
  return first === undefined || /[\p{L}\p{N}]/u.test(text.slice(0, first)) ? undefined : first;
}

/** Whether a word is one that a sentence writes with a capital: not `iPhone`, and no address. */
function isSmall(word: string): boolean {
  return /^\p{Ll}/u.test(word) && !/\p{Lu}/u.test(word) && !/[@/\\]|\.[\p{L}\p{N}]/u.test(word);
}

function endsSentence(token: string): boolean {
  const bare = token.replace(/["'”’“»«)\]]+$/u, '');
  if (/[!?]$/u.test(bare)) return true;
  if (!/(^|[^.])\.$/u.test(bare)) return false;
  const word = bare.slice(0, -1).replace(/^[^\p{L}\p{N}]+/u, '');
  // Initials, "z.B." and "3. Mai".
  const isShort = /^\p{L}?$/u.test(word) || /\./u.test(word) || /^\p{N}{1,2}$/u.test(word);
  return !isShort && !abbreviations.has(word.toLowerCase());
}
