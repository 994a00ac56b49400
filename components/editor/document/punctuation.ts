/** Marks that belong to the sentence; not apostrophes, hyphens, and signs such as % and $, which belong to a word. */
const opening = /^[("“”„«»[{¿¡「『（]+/u;
const closing = /[.,;:!?…)"“”»«\]}。、」』），！？：；]+$/u;

/** The number of characters of a text that are punctuation before its first word and behind its last; none of both where there is no word. */
export function measurePunctuation(text: string): { before: number; behind: number } {
  const before = opening.exec(text)?.[0].length ?? 0;
  const behind = closing.exec(text.slice(before))?.[0].length ?? 0;
  return before + behind >= text.length ? { before: 0, behind: 0 } : { before, behind };
}

/** True if a text begins with a mark that follows a word without a blank. */
export const beginsWithClosing = (text: string): boolean => closing.test(text.slice(0, 1));

/** True if a text ends with a mark that a word follows without a blank. */
export const endsWithOpening = (text: string): boolean => /[(“„«[{¿¡「『（]$/u.test(text);
