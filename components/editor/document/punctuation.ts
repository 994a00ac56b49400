/** Sentence punctuation. Not apostrophes, hyphens, or signs such as % and $, which belong to a word. */
const opening = /^[("“”„«»[{¿¡「『（]+/u;
const closing = /[.,;:!?…)"“”»«\]}。、」』），！？：；]+$/u;

/** Counts the punctuation characters before a text's first word and after its last; both 0 if it has no word. */
export function measurePunctuation(text: string): { before: number; behind: number } {
  const before = opening.exec(text)?.[0].length ?? 0;
  const behind = closing.exec(text.slice(before))?.[0].length ?? 0;
  return before + behind >= text.length ? { before: 0, behind: 0 } : { before, behind };
}

/** True if a text begins with punctuation that attaches to the word before it. */
export const beginsWithClosing = (text: string): boolean => closing.test(text.slice(0, 1));

/** True if a text ends with punctuation that attaches to the word after it. */
export const endsWithOpening = (text: string): boolean => /[(“„«[{¿¡「『（]$/u.test(text);
