import type { Node } from '@tiptap/pm/model';
import { inCurrentWords, joinTouching } from '#lib/transcript/review/in-current-words';
import type { ReviewItem } from '#lib/transcript/review/low-confidence';
import type { MachineWord } from '#lib/transcript/model';
import { getAttributes } from '#components/editor/document/to-document.ts';

/**
 * Finds items among the machine words that a document refers to, and again when it refers to others. The list stays
 * identical as long as its items do.
 */
export function trackItems<Item extends ReviewItem>(
  words: readonly MachineWord[],
  find: (words: readonly MachineWord[], numbers: readonly number[]) => readonly Item[],
): (doc: Node) => readonly Item[] {
  let known: string | undefined;
  let items: readonly Item[] = [];
  return (doc) => {
    const ranges = doc.children.map(getAttributes);
    const covered = JSON.stringify(joinTouching(ranges));
    if (covered === known) return items;
    known = covered;
    const found = inCurrentWords(words, ranges, find);
    if (JSON.stringify(found) !== JSON.stringify(items)) items = found;
    return items;
  };
}
