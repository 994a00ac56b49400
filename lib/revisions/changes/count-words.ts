import { toText, type EditedMonologue } from '#lib/transcript/edit';
import { hasUnspaced, unspacedCharacter } from '#lib/transcript/unspaced-scripts';

const unspaced = new RegExp(unspacedCharacter, 'gu');

/**
 * Counts words, and characters in scripts without spaces. Linear; building a list of words would be ten times slower.
 */
export function countWords(monologues: ReadonlyArray<Pick<EditedMonologue, 'content'>>): number {
  let count = 0;
  for (const { content } of monologues) {
    const text = toText(content);
    let isInWord = false;
    for (let at = 0; at < text.length; at += 1) {
      const isBlank = isBlankAt(text, at);
      if (!isBlank && !isInWord) count += 1;
      isInWord = !isBlank;
    }
    if (hasUnspaced(text)) count += text.match(unspaced)?.length ?? 0;
  }
  return count;
}

/** True for characters that match `\s`. */
function isBlankAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 0x80) return code === 0x20 || (code >= 0x09 && code <= 0x0d);
  return /\s/u.test(text.charAt(at));
}
