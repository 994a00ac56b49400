import type { EditedMonologue } from '#lib/transcript/edit';
import { hasUnspaced, unspacedWriting } from '#lib/transcript/unspaced-scripts';

/*
 * Blanks where scripts are written without them. Texts that come from words joined by blanks have one between any two.
 */

const extraBlank = new RegExp(`(?<=[${unspacedWriting}]) (?=[${unspacedWriting}])`, 'gu');
const character = new RegExp(`[${unspacedWriting}]`, 'gu');

/** The longest words of these scripts have fewer characters on average; between two blanks that someone set stand more. */
const maxWordLength = 10;

/** The places of all single blanks between two characters of scripts that are written without blanks, in order. */
export function findExtraBlanks(text: string): number[] {
  return hasUnspaced(text) ? Array.from(text.matchAll(extraBlank), ({ index }) => index) : [];
}

/** The text without its blanks between characters of scripts that are written without. */
export function removeExtraBlanks(text: string): string {
  return hasUnspaced(text) ? text.replaceAll(extraBlank, '') : text;
}

export function withoutExtraBlanks(monologue: EditedMonologue): EditedMonologue {
  const content = monologue.content.map((piece) =>
    'tag' in piece ? piece : { text: removeExtraBlanks(piece.text) },
  );
  return { ...monologue, content };
}

/** True if texts have such blanks between their words throughout, not only where someone set one. */
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
