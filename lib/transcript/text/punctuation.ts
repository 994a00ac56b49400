/** A word in three parts: its core, and the marks on both sides, such as a quote or a period. */
export interface WordParts {
  before: string;
  core: string;
  after: string;
}

/* Spoken symbols belong to the word (50%, R&D, @home, §5, C#), and so do apostrophes (the dogs’). */
const before = /^(?:(?![%&@#*§'’/\\])\p{P})(?:\s|(?![%&@#*§'’/\\])\p{P})*/u;
const mark = /^(?:\s|(?![%&@#*§'’/\\])\p{P})$/u;
/** The periods of U.S. and z.B. are part of the word, not the end of a sentence. */
const initials = /^(?:\p{L}\.){2,}$/u;

/** Separates a word from the marks around it. `core` is empty for punctuation alone. */
export function splitPunctuation(text: string): WordParts {
  const start = before.exec(text)?.[0] ?? '';
  const rest = text.slice(start.length);
  // Scans from the end: a regular expression would retry at each position of a long run of marks.
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
