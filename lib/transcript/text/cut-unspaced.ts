import { maxLooked, touches } from '#lib/transcript/text/join-words';
import { splitWords } from '#lib/transcript/text/split-words';
import { hasUnspaced } from '#lib/transcript/unspaced-scripts';

/** A stretch of text in words written without blanks, which joined are the text; one piece if there are none. */
export function cutUnspaced(text: string): string[] {
  if (!hasUnspaced(text)) return [text];
  const pieces: string[] = [];
  let from = 0;
  for (const { start } of splitWords(text)) {
    // The last character alone: a piece that goes on would be looked at again and again.
    if (!touches(text.slice(Math.max(from, start - maxLooked), start), text.slice(start, start + maxLooked)))
      continue;
    pieces.push(text.slice(from, start));
    from = start;
  }
  return [...pieces, text.slice(from)];
}

/** The words of a text: between white space, and those of scripts that are written without. */
export function toWords(text: string): string[] {
  return (text.match(/\S+/gu) ?? []).flatMap(cutUnspaced);
}
