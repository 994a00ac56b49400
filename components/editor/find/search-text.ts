import { tagMark } from '#components/editor/document/to-document.ts';
import { unspacedCharacter } from '#lib/transcript/unspaced-scripts';

/** A match in a text, by offsets, with the captured groups if the query is an expression. */
export interface Match {
  from: number;
  to: number;
  groups?: ReadonlyArray<string | undefined>;
  named?: Readonly<Record<string, string | undefined>>;
}

const wordCharacter = /[\p{L}\p{M}\p{N}_]/u;

// In scripts without spaces, `Intl.Segmenter` finds word boundaries by dictionary.
const unspaced = new RegExp(unspacedCharacter, 'u');

let segmenter: Intl.Segmenter | undefined;

/** The matches of an expression in a text, in order and without overlaps, without empty ones. */
export function searchText(
  text: string,
  expression: RegExp,
  { wholeWord, isPattern }: { wholeWord: boolean; isPattern: boolean },
): Match[] {
  const found: Match[] = [];
  let begin = 0;
  // No match spans a tag.
  for (const run of text.split(tagMark)) {
    for (const match of run.matchAll(expression)) {
      const to = match.index + match[0].length;
      if (match[0] === '' || (wholeWord && !isWholeWord(run, match.index, to))) continue;
      const groups = isPattern ? { groups: [...match], named: { ...match.groups } } : {};
      found.push({ from: begin + match.index, to: begin + to, ...groups });
    }
    begin += run.length + 1;
  }
  return found;
}

/** True if a range begins and ends at word boundaries. */
function isWholeWord(text: string, from: number, to: number): boolean {
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
