const wordCharacter = /[\p{L}\p{M}\p{N}_]/u;

// Scripts that put no blanks between words: there the browser's dictionary tells where one ends.
const unspaced = /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmr}\p{scx=Mymr}]/u;

let segmenter: Intl.Segmenter | undefined;

/** Whether a stretch of a text begins and ends where words do. */
export function isWholeWord(text: string, from: number, to: number): boolean {
  return isBoundary(text, from) && isBoundary(text, to);
}

function isBoundary(text: string, at: number): boolean {
  const before = characterBefore(text, at);
  const after = String.fromCodePoint(text.codePointAt(at) ?? 0x20);
  if (!wordCharacter.test(before) || !wordCharacter.test(after)) return true;
  if (!unspaced.test(before) && !unspaced.test(after)) return false;
  segmenter ??= new Intl.Segmenter(undefined, { granularity: 'word' });
  return segmenter.segment(text).containing(at)?.index === at;
}

function characterBefore(text: string, at: number): string {
  if (at === 0) return ' ';
  const unit = text.charCodeAt(at - 1);
  const isPair = unit >= 0xdc00 && unit <= 0xdfff && at > 1;
  return text.slice(at - (isPair ? 2 : 1), at);
}
