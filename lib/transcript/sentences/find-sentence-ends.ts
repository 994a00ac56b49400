import { findRole, type Surroundings } from '#lib/transcript/sentences/find-role';
import { getSentenceTable } from '#lib/transcript/sentences/sentence-table';

/*
 * A sentence ends at a mark that Unicode calls sentence terminal (UAX #29), unless the period belongs to an
 * abbreviation, initial or ordinal of the language, or the next word continues in lowercase. Only adjacent words are
 * considered, so the time is linear.
 */

/** A word with its punctuation, and its language if that differs from the text's. */
export interface SentenceWord {
  text: string;
  language?: string | undefined;
  /** Set on tags such as `[laughter]`, which are not spoken. */
  isTag?: true | undefined;
}

export interface SentenceOptions {
  /** The language of the text as a BCP 47 tag, if known. */
  language?: string | null | undefined;
  /** Set if case is meaningless, such as before sentences get capitalized. */
  ignoresCase?: boolean;
}

/** Closing marks after the end of a sentence. German closes with marks that open in other languages. */
const closing = /[\s"'\p{Pe}\p{Pf}\p{Pi}\p{Cf}]/u;
const opening = /^[\s"'¿¡\p{Ps}\p{Pi}\p{Pf}\p{Pd}\p{Cf}]+/u;
/**
 * Marks that end a sentence regardless of what follows. `၊` only separates phrases, although Unicode says otherwise.
 */
const strong = /(?:(?![.!?‼-‽⁇-⁉၊])\p{Sentence_Terminal}|[།༎។៕៚׃]|\p{Script=Armenian}:|፡፡)$/u;
/** Marks after which a sentence may continue in lowercase. The Greek question mark looks like a semicolon. */
const lively = /(?:[!?‼-‽⁇-⁉]|\p{Script=Greek}\p{M}*[;\u037e])$/u;
const trailing = /(?:\.\s*\.|…|‥)$/;
/** Only such marks. */
const marks = /^[.!?…‥]+$/;
/** A list number or letter before an item: “1. We begin.” */
const listNumber = /^[("]?(?:\p{N}{1,3}|[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}])[.)]{1,2}$/u;
/** A Japanese sentence continues after a quote: 「はい。」と言った。 */
const quoting = /^(?:[とをがはのにもへ]$|って|なんて|など|と[いう言思聞答叫書呼])/u;
/** Names that end with an exclamation mark. */
const exclaimed = /^(?:yahoo|jeopardy|yum|oklahoma)!$/i;

/** This many words without a capital mean that the text ignores case. */
const manyWords = 40;
/** In words. */
const maxTitle = 16;

/** Returns for each word true if it ends a sentence. The last one does regardless of punctuation. */
export function findSentenceEnds(
  words: readonly SentenceWord[],
  { language, ignoresCase = false }: SentenceOptions = {},
): boolean[] {
  const hasCase =
    !ignoresCase && (words.length < manyWords || words.some(({ text }) => /\p{Lu}/u.test(text)));
  const ends: boolean[] = Array.from(words, () => false);
  let next: string | undefined;
  /** The last of the standalone closing marks after a word. */
  let closed: number | undefined;
  /** The last word of a Chinese title that begins before this word. */
  let title = Infinity;
  for (let at = words.length - 1; at >= 0; at -= 1) {
    const { text, language: own = language, isTag } = words[at] ?? { text: '' };
    if (isTag === true || (!startsPlain.test(text) && !isWord.test(text))) {
      closed = isTag !== true && isClosing(text) ? (closed ?? at) : undefined;
      continue;
    }
    const before = words[at - 1]?.text ?? '';
    const isInTitle = title - at <= maxTitle;
    if (next !== undefined && !isInTitle && endsSentence(text, { before, next, hasCase, language: own }))
      ends[closed ?? at] = true;
    if (text.includes('《')) title = Infinity;
    else if (text.includes('》')) title = at;
    next = text;
    closed = undefined;
  }
  if (!ignoresCase) joinListNumbers(words, ends, language);
  if (words.length > 0) ends[words.length - 1] = true;
  return ends;
}

function joinListNumbers(
  words: readonly SentenceWord[],
  ends: boolean[],
  language: SentenceOptions['language'],
): void {
  for (const [at, { text, language: own = language }] of words.entries()) {
    if (ends[at] !== true || ends[at - 1] === false || !listNumber.test(text)) continue;
    ends[at] = getSentenceTable(own, text).letters.has(text.replace(/[.)]+$/, ''));
  }
}

const startsPlain = /^[a-z0-9]/i;
const endsPlain = /[\p{L}\p{N},]$/u;
/** True for more than punctuation, or for a standalone mark that ends a sentence. */
const isWord = /[^\s\p{P}]|\p{Sentence_Terminal}|[།༎។៕៚׃፡…‥;:]/u;

function isClosing(text: string): boolean {
  return /^[\s"'\p{Pe}\p{Pf}]+$/u.test(text);
}

function endsSentence(
  text: string,
  {
    before,
    next,
    hasCase,
    language,
  }: { before: string; next: string; hasCase: boolean; language: string | null | undefined },
): boolean {
  // A fast path: most words end with a letter.
  if (endsPlain.test(text.slice(-1))) return false;
  const mark = trimClosing(text);
  const end = mark.slice(-3);
  const closed = text.slice(mark.length);
  if (strong.test(end)) return !closed.includes('》') && !(/[」』]/.test(closed) && quoting.test(next));
  if (marks.test(next)) return false;
  const isTrailing = trailing.test(end) || (marks.test(mark) && trailing.test(`${before}${mark}`.slice(-3)));
  const isLively = lively.test(end);
  if (!isTrailing && !isLively && !end.endsWith('.')) return false;
  return endsInside(mark, {
    ...{ isTrailing, isLively, hasCase, table: getSentenceTable(language, text), before },
    next: next.replace(opening, ''),
  });
}

function trimClosing(text: string): string {
  let end = text.length;
  while (end > 0 && closing.test(text[end - 1] ?? '')) end -= 1;
  return text.slice(0, end);
}

interface MarkedWord extends Surroundings {
  isTrailing: boolean;
  isLively: boolean;
}

function endsInside(
  mark: string,
  { isTrailing, isLively, hasCase, table, before, next }: MarkedWord,
): boolean {
  // Georgian sentences begin without capitals, and “iPhone” can begin one. Trailing marks such as an ellipsis end a
  // sentence only before a capital or in caseless text.
  const isSmall = /^(?!\p{Script=Georgian})(?!\p{L}\.?\))\p{Ll}(?!\p{Lu})/u.test(next);
  if (isSmall && (hasCase || isTrailing)) return false;
  if (isTrailing) return true;
  const word = mark.replace(opening, '');
  const startsSentence =
    hasCase && table.starters.has(/^[\p{L}\p{M}]+(?![.\p{L}\p{M}])/u.exec(next.slice(0, 20))?.[0] ?? '');
  if (isLively) return startsSentence || !exclaimed.test(word);
  const role = findRole(word.slice(0, -1), { table, before, next, hasCase });
  return role === 'none' || (role === 'any' && startsSentence);
}
