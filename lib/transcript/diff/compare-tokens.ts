import { matchTokens, type MatchBudget } from '#lib/transcript/diff/match-tokens';
import type { SequenceToken, Word } from '#lib/transcript/diff/monologue-tokens';

/** A run of text in both edits, only in the later, or only in the earlier one, with tags as text. */
export interface ComparedRun {
  kind: 'same' | 'inserted' | 'deleted';
  text: string;
}

/** A paragraph after a mark of either or both sides, with the IDs of its monologues before and after. */
export interface ComparedParagraph {
  before: string | undefined;
  after: string | undefined;
  runs: ComparedRun[];
}

/** Compares two sequences that begin with a mark. Returns paragraphs of runs that keep all white space of both. */
export function compareTokens(
  before: readonly SequenceToken[],
  after: readonly SequenceToken[],
  budget: MatchBudget,
): ComparedParagraph[] {
  const matches = matchTokens(
    before.map(({ key }) => key),
    after.map(({ key }) => key),
    budget,
  );
  const paragraphs: ComparedParagraph[] = [];
  let [from, start] = [0, 0];
  for (let i = 0; i <= before.length; i++) {
    const match = i < before.length ? (matches[i] ?? -1) : after.length;
    if (match < 0) continue;
    writeReplaced(paragraphs, before.slice(from, i), after.slice(start, match));
    writeMatch(paragraphs, before[i], after[match]);
    from = i + 1;
    start = match + 1;
  }
  return paragraphs;
}

function writeMatch(
  paragraphs: ComparedParagraph[],
  was: SequenceToken | undefined,
  is: SequenceToken | undefined,
): void {
  if (!was || !is) return;
  if (was.kind === 'mark' || is.kind === 'mark') {
    if (was.kind === 'mark' && is.kind === 'mark')
      paragraphs.push({ before: was.id, after: is.id, runs: [] });
  } else {
    writeBoth(paragraphs, was.before, is.before);
    // Equal words may differ in spaces within.
    writeBoth(paragraphs, getWordText(was), getWordText(is));
  }
  writeBoth(paragraphs, was.after, is.after);
}

/** Writes deleted tokens, then their replacements. If both begin with marks, the paragraphs are the same. */
function writeReplaced(
  paragraphs: ComparedParagraph[],
  deleted: readonly SequenceToken[],
  inserted: readonly SequenceToken[],
): void {
  let first = 0;
  while (deleted[first]?.kind === 'mark' && inserted[first]?.kind === 'mark') {
    writeMatch(paragraphs, deleted[first], inserted[first]);
    first++;
  }
  const [was, is] = [deleted[first], inserted[first]];
  const space = was?.kind === 'word' && is?.kind === 'word' && was.before === is.before ? is.before : '';
  write(paragraphs, 'same', space);
  for (const [kind, tokens] of [['deleted', deleted] as const, ['inserted', inserted] as const]) {
    for (let i = first; i < tokens.length; i++) {
      const token = tokens[i];
      if (!token) continue;
      const isSpaced = i === first && space !== '' && token.kind === 'word';
      writeToken(paragraphs, kind, isSpaced ? { ...token, before: '' } : token);
    }
  }
}

function writeToken(
  paragraphs: ComparedParagraph[],
  kind: 'inserted' | 'deleted',
  token: SequenceToken,
): void {
  if (token.kind === 'word') write(paragraphs, kind, token.before + getWordText(token) + token.after);
  else {
    const [before, after] = kind === 'deleted' ? [token.id, undefined] : [undefined, token.id];
    paragraphs.push({ before, after, runs: [] });
    write(paragraphs, kind, token.after);
  }
}

function writeBoth(paragraphs: ComparedParagraph[], was: string, is: string): void {
  if (was === is) write(paragraphs, 'same', is);
  else {
    write(paragraphs, 'deleted', was);
    write(paragraphs, 'inserted', is);
  }
}

function write(paragraphs: ComparedParagraph[], kind: ComparedRun['kind'], text: string): void {
  const paragraph = paragraphs.at(-1);
  if (!paragraph || text === '') return;
  const last = paragraph.runs.at(-1);
  if (last?.kind === kind) last.text += text;
  else paragraph.runs.push({ kind, text });
}

function getWordText({ piece }: Word): string {
  return 'tag' in piece ? piece.tag : piece.text;
}
