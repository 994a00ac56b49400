/** How the machine's text is written down; what is left out is written as it was heard. */
export interface TextOptions {
  /** Offensive words become their first letter and asterisks. */
  filterProfanity?: true | undefined;
  /** Sounds of hesitation, such as `um`, are left out. */
  removeDisfluencies?: true | undefined;
  /** Without punctuation; upper and lower case stay. */
  skipPunctuation?: true | undefined;
}
