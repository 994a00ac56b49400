/** A word in three parts: what stands before and after its letters and digits, such as a quote or a full stop. */
export interface WordParts {
  before: string;
  core: string;
  after: string;
}

/*
 * Of what Unicode calls punctuation, signs that are spoken belong to the word (50%, R&D, @home, §5, C#), and so do
 * apostrophes (the dogs’).
 */
const before = /^(?:(?![%&@#*§'’/\\])\p{P})+/u;
/** From the first sign of its run on: begun at each, signs within a word would take the square of their number. */
const after = /(?<!(?![%&@#*§'’/\\])\p{P})(?:(?![%&@#*§'’/\\])\p{P})+$/u;
/** The dots of U.S. and z.B. are how it is written, not where a sentence ends. */
const initials = /^(?:\p{L}\.){2,}$/u;

/** Cuts what is written around a word from it; `core` is empty for punctuation alone. */
export function splitPunctuation(text: string): WordParts {
  const start = before.exec(text)?.[0] ?? '';
  const rest = text.slice(start.length);
  const end = after.exec(rest)?.[0] ?? '';
  const core = rest.slice(0, rest.length - end.length);
  if (end.startsWith('.') && initials.test(`${core}.`)) {
    return { before: start, core: `${core}.`, after: end.slice(1) };
  }
  return { before: start, core, after: end };
}
