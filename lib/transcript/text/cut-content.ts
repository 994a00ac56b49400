import type { Piece } from '#lib/transcript/edit';

/** Splits content at ascending offsets, where a tag counts as 1. Drops spaces at the cuts and empty parts. */
export function cutContent(content: readonly Piece[], offsets: readonly number[]): Piece[][] {
  const parts: Piece[][] = [[]];
  let start = 0;
  let next = 0;
  for (const piece of content) {
    const length = 'tag' in piece ? 1 : piece.text.length;
    let from = 0;
    for (; (offsets[next] ?? Infinity) < start + length; next++) {
      const to = (offsets[next] ?? 0) - start;
      if ('text' in piece) addText(parts.at(-1), piece.text.slice(from, to).trimEnd());
      parts.push([]);
      from = Math.max(to, 0);
    }
    if ('tag' in piece) parts.at(-1)?.push(piece);
    else addText(parts.at(-1), piece.text.slice(from));
    start += length;
  }
  return parts.filter(({ length }) => length > 0);
}

function addText(part: Piece[] | undefined, text: string): void {
  if (text !== '') part?.push({ text });
}
