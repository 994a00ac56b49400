import { isWholeWord } from './whole-word';

/** A place of a text where the query was found; with what its groups matched where it was an expression. */
export interface Match {
  from: number;
  to: number;
  groups?: ReadonlyArray<string | undefined>;
  named?: Readonly<Record<string, string | undefined>>;
}

/** What a tag is in a monologue's text: one character, over which no match goes. */
export const tagMark = '\ufffc';

/** Where an expression is found in a text, in order and without overlaps; matches of nothing are left out. */
export function searchText(
  text: string,
  expression: RegExp,
  { wholeWord, isPattern }: { wholeWord: boolean; isPattern: boolean },
): Match[] {
  const found: Match[] = [];
  let begin = 0;
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
