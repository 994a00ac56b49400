import { toText, type EditedMonologue } from '#lib/transcript/edit';
import { hasUnspaced, unspacedCharacter } from '#lib/transcript/unspaced-scripts';

const unspaced = new RegExp(unspacedCharacter, 'gu');

/** The words of monologues, and their characters of scripts without blanks. */
export function countWords(monologues: readonly EditedMonologue[]): number {
  let count = 0;
  for (const { content } of monologues) {
    const text = toText(content);
    count += text.match(/\S+/gu)?.length ?? 0;
    if (hasUnspaced(text)) count += text.match(unspaced)?.length ?? 0;
  }
  return count;
}
