/**
 * The abbreviations of a language, in space-separated lists without the last period. An entry with a capital matches
 * only this case ("St." but not "st."). Words that are also ordinary words (no, art, fig) are listed only where the
 * next word disambiguates them.
 */
export interface Abbreviations {
  /** Never at the end of a sentence: titles, and words such as "vs." */
  before?: string;
  /** Precede a number or a month. */
  beforeNumber?: string;
  /** May also end a sentence, and do before one of the `starters`. */
  anywhere?: string;
  /** Names of months, in the form that follows an ordinal. */
  months?: string;
  /** Words that usually start a sentence if capitalized. */
  starters?: string;
  /** Words before an ordinal, after which a capitalized noun may follow. */
  beforeOrdinal?: string;
  /** One-letter words that aren't initials. */
  letters?: string;
  /** Set if ordinals end with a period: before lowercase words, or before capitalized nouns ("am 3. Mai"). */
  hasOrdinals?: 'before-small' | 'before-nouns';
}
