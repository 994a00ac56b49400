/**
 * The abbreviations of a language, each list separated by blanks and without the last full stop. An entry with a
 * capital is one in this case only ("St." but not "st."). Words that are also ordinary ones (no, art, fig) are listed only where
 * the next word tells them apart.
 */
export interface Abbreviations {
  /** Never at the end of a sentence: titles, and words such as "vs." */
  before?: string;
  /** Followed by a number, or by a name of a month. */
  beforeNumber?: string;
  /** May end a sentence, too: it ends where a word follows that begins sentences. */
  anywhere?: string;
  /** Names of months, in the forms that follow an ordinal. */
  months?: string;
  /** Words that mostly begin a sentence where they are written with a capital. */
  starters?: string;
  /** Words before an ordinal, where a noun with a capital may follow it. */
  beforeOrdinal?: string;
  /** Words of a single letter, which are no initials. */
  letters?: string;
  /** Set where ordinals are written with a full stop: before words that are not names, or before nouns with a capital ("am 3. Mai"). */
  hasOrdinals?: 'before-small' | 'before-nouns';
}
