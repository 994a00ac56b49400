import { matchTokens } from '#lib/transcript/diff/match-tokens';
import type { SequenceToken, Word } from '#lib/transcript/diff/monologue-tokens';

/** A piece of text in both, only in the later, or only in the earlier edit. Tags are printed in it. */
export interface ComparedRun {
  kind: 'same' | 'inserted' | 'deleted';
  text: string;
}

/** What stands behind a mark of either side or both: the id of the monologue that begins there, before and after. */
export interface ComparedParagraph {
  before: string | undefined;
  after: string | undefined;
  runs: ComparedRun[];
}

/** Compares two sequences that begin with a mark, as paragraphs of runs that hold all white space of both. */
export function compareTokens(
  before: readonly SequenceToken[],
  after: readonly SequenceToken[],
): ComparedParagraph[] {
  const matches = matchTokens(
    before.map(({ key }) => key),
    after.map(({ key }) => key),
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
    // The same word may have a blank in it on one side.
    writeBoth(paragraphs, getWordText(was), getWordText(is));
  }
  writeBoth(paragraphs, was.after, is.after);
}

/** What was taken out, then what came in its stead. Where both begin with a mark, it is the same paragraph. */
function writeReplaced(
  paragraphs: ComparedParagraph[],
  deleted: readonly SequenceToken[],
  inserted: readonly SequenceToken[],
): void {
  const [was, is] = [deleted[0], inserted[0]];
  if (!was || !is || was.kind !== is.kind) {
    for (const token of deleted) writeToken(paragraphs, 'deleted', token);
    for (const token of inserted) writeToken(paragraphs, 'inserted', token);
  } else if (was.kind === 'mark' && is.kind === 'mark') {
    writeMatch(paragraphs, was, is);
    writeReplaced(paragraphs, deleted.slice(1), inserted.slice(1));
  } else if (was.kind === 'word' && is.kind === 'word') {
    const isSpacedAlike = was.before === is.before;
    if (isSpacedAlike) write(paragraphs, 'same', is.before);
    const rest = (word: Word) => (isSpacedAlike ? { ...word, before: '' } : word);
    for (const token of [rest(was), ...deleted.slice(1)]) writeToken(paragraphs, 'deleted', token);
    for (const token of [rest(is), ...inserted.slice(1)]) writeToken(paragraphs, 'inserted', token);
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
