/** Glyphs that follow each other and what they mean together: `silent` ones, which mean nothing, come first. */
export interface Spelling {
  text: string;
  silent: number;
  glyphs: number;
}

/** A letter and the marks above and below it. */
const letters = /[^\p{M}\p{Default_Ignorable_Code_Point}][\p{M}\p{Default_Ignorable_Code_Point}]*/gu;

/**
 * Tells which letters of a word that is read from the right its glyphs mean, in the glyphs' order: from the left.
 * A font draws a letter as one glyph with a width and, for its dots and marks, others without; dots are shared by
 * many letters, so that only this tells them apart. Where that does not come out even, the word is spelled whole.
 */
export function spellGlyphs(word: string, glyphs: ReadonlyArray<{ advanceWidth: number }>): Spelling[] {
  const whole = { text: word, silent: 0, glyphs: glyphs.length };
  const meanings = word.match(letters) ?? [];
  const spellings: Spelling[] = [];
  let marks = 0;
  for (const { advanceWidth } of glyphs) {
    if (advanceWidth === 0) {
      // Turned to the left, a letter's marks come before it.
      marks += 1;
      continue;
    }
    const text = meanings[meanings.length - 1 - spellings.length];
    if (text === undefined) return [whole];
    spellings.push({ text, silent: marks, glyphs: 1 });
    marks = 0;
  }
  if (marks > 0 || spellings.length !== meanings.length) return [whole];
  return spellings;
}
