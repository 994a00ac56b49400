/** A vocabulary entry: its phrase, and spellings of how it sounds. */
export interface VocabularyEntry {
  phrase: string;
  soundsLike: string[];
  /** True if words that sound like it are replaced without asking. */
  isWritten: boolean;
}

/**
 * Parses an entry: a phrase, optionally followed by a tilde between spaces and comma-separated spellings:
 * `Siobhan ~ shivawn, chevonne`. Two tildes, with or without spellings, replace without asking: `Siobhan ~~`.
 */
export function parseEntry(text: string): VocabularyEntry {
  const [, phrase = text, mark, rest = ''] = /^(.+?) (?:(~~)(?: |$)|~ )(.*)$/su.exec(text) ?? [];
  const spellings = rest.split(/,| ~ /).map((spelling) => spelling.trim());
  return { phrase, soundsLike: spellings.filter((given) => given !== ''), isWritten: mark !== undefined };
}
