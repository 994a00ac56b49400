import type { EditedMonologue } from '#lib/transcript/edit';
import { hasUnspaced, unspacedWriting } from '#lib/transcript/unspaced-scripts';

/* Spaces in scripts without spaces. Text joined from words with spaces has one between any two. */

const extraBlank = new RegExp(`(?<=[${unspacedWriting}]) (?=[${unspacedWriting}])`, 'gu');
const character = new RegExp(`[${unspacedWriting}]`, 'gu');

/** The maximum average word length. Text with only occasional, deliberate spaces has longer runs. */
const maxWordLength = 10;

/** Returns the offsets of all single spaces between two characters of scripts without spaces, ascending. */
export function findExtraBlanks(text: string): number[] {
  return hasUnspaced(text) ? Array.from(text.matchAll(extraBlank), ({ index }) => index) : [];
}

/** Removes spaces between characters of scripts without spaces. */
export function removeExtraBlanks(text: string): string {
  return hasUnspaced(text) ? text.replaceAll(extraBlank, '') : text;
}

export function withoutExtraBlanks(monologue: EditedMonologue): EditedMonologue {
  const content = monologue.content.map((piece) =>
    'tag' in piece ? piece : { text: removeExtraBlanks(piece.text) },
  );
  return { ...monologue, content };
}

/** True if texts have such spaces between all words, not just occasionally. */
export function isSpacedOut(texts: Iterable<string>): boolean {
  let blanks = 0;
  let characters = 0;
  for (const text of texts) {
    if (!hasUnspaced(text)) continue;
    blanks += findExtraBlanks(text).length;
    characters += text.match(character)?.length ?? 0;
  }
  return blanks * maxWordLength > characters;
}
