import { maxLooked, touches } from '#lib/transcript/text/join-words';
import { splitWords } from '#lib/transcript/text/split-words';
import { hasUnspaced } from '#lib/transcript/unspaced-scripts';

/** Splits a run of text in a script without spaces into words. Other text stays one piece. */
export function cutUnspaced(text: string): string[] {
  if (!hasUnspaced(text)) return [text];
  const pieces: string[] = [];
  let from = 0;
  for (const { start } of splitWords(text)) {
    // Looks only at the last characters: a long piece would otherwise be scanned repeatedly.
    if (!touches(text.slice(Math.max(from, start - maxLooked), start), text.slice(start, start + maxLooked)))
      continue;
    pieces.push(text.slice(from, start));
    from = start;
  }
  return [...pieces, text.slice(from)];
}

/** Splits a text into words, at white space and within scripts without spaces. */
export function toWords(text: string): string[] {
  return (text.match(/\S+/gu) ?? []).flatMap(cutUnspaced);
}
