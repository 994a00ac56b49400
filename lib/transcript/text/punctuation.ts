/** A word in three parts: its letters and digits, and the marks on both sides, such as a quote or a full stop. */
export interface WordParts {
  before: string;
  core: string;
  after: string;
}

/* Spoken signs belong to the word (50%, R&D, @home, §5, C#), and so do apostrophes (the dogs’). */
const before = /^(?:(?![%&@#*§'’/\\])\p{P})(?:\s|(?![%&@#*§'’/\\])\p{P})*/u;
const mark = /^(?:\s|(?![%&@#*§'’/\\])\p{P})$/u;
/** The dots of U.S. and z.B. are how it is written, not where a sentence ends. */
const initials = /^(?:\p{L}\.){2,}$/u;

/** Splits the marks around a word from it; `core` is empty for punctuation alone. */
export function splitPunctuation(text: string): WordParts {
  const start = before.exec(text)?.[0] ?? '';
  const rest = text.slice(start.length);
  // Read from the end: an expression would try each place, for as long as the marks that stand there.
  let length = rest.length;
  for (let size = 1; length > 0; length -= size) {
    size = /[\udc00-\udfff]/.test(rest[length - 1] ?? '') ? 2 : 1;
    if (!mark.test(rest.slice(length - size, length))) break;
  }
  const [core, end] = [rest.slice(0, length), rest.slice(length)];
  if (end.startsWith('.') && initials.test(`${core}.`)) {
    return { before: start, core: `${core}.`, after: end.slice(1) };
  }
  return { before: start, core, after: end };
}
