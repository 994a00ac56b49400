import { countWords } from '#lib/revisions/changes/count-words';
import { wordsAround } from '#lib/revisions/texts/to-text-rows';
import { toText, type EditedMonologue } from '#lib/transcript/edit';

/*
 * At any of these limits, the worst text takes about 25 ms to summarize and index; comparing words is quadratic. Most
 * saves touch a paragraph or two, with some hundred words.
 */

/** In UTF-16 units of text, before and after together. */
const maxText = 8000;
/** In words, and characters of scripts without spaces, before and after together. */
const maxWords = 800;
/** In machine words of all ranges together. */
const maxSourceWords = 2000;
/** In machine words from the start of the first range to the end of the last, which have to be read. */
const maxSpread = 4000;

/** True if these monologues, old and new, are too large to summarize and index on the event loop. Linear. */
export function isLargeChange(monologues: readonly EditedMonologue[]): boolean {
  const sum = (measure: (monologue: EditedMonologue) => number): number =>
    monologues.reduce((total, monologue) => total + measure(monologue), 0);
  const { from, to } = wordsAround(monologues);
  return (
    to - from > maxSpread ||
    sum((monologue) => monologue.to - monologue.from) > maxSourceWords ||
    sum(({ content }) => toText(content).length) > maxText ||
    countWords(monologues) > maxWords
  );
}
