import { getSentenceTable, type SentenceTable } from '#lib/transcript/sentences/sentence-table';

/*
 * A sentence ends at a mark that Unicode calls sentence terminal (UAX #29), unless the full stop belongs to an
 * abbreviation, an initial or an ordinal of the language, or the next word goes on in lower case. Each word is looked at with
 * the one before and the one behind it, so that the time grows with the length of the text.
 */

/** A word with the punctuation that stands at it, and its language where that isn't the text's. */
export interface SentenceWord {
  text: string;
  language?: string | undefined;
  /** Set on tags such as `[laughter]`, which are not spoken. */
  isTag?: true | undefined;
}

export interface SentenceOptions {
  /** The language of the text as BCP 47 tag; left out where it is not known. */
  language?: string | null | undefined;
  /** Set where capitals tell nothing, as in a text whose sentences are still to get theirs. */
  ignoresCase?: boolean;
}

/** Closing signs behind the mark that ends a sentence; German closes with what others open with. */
const closing = /[\s"'\p{Pe}\p{Pf}\p{Pi}\p{Cf}]/u;
const opening = /^[\s"'¿¡\p{Ps}\p{Pi}\p{Pf}\p{Pd}\p{Cf}]+/u;
/** Marks that end a sentence whatever follows; `၊` only parts its phrases, though Unicode calls it terminal. */
const strong = /(?:(?![.!?‼-‽⁇-⁉၊])\p{Sentence_Terminal}|[།༎។៕៚׃]|\p{Script=Armenian}:|፡፡)$/u;
/** Marks behind which a sentence may go on in lower case. The Greek question mark looks like a semicolon. */
const lively = /(?:[!?‼-‽⁇-⁉]|\p{Script=Greek}\p{M}*[;\u037e])$/u;
const trailing = /(?:\.\.|…|‥)$/;
/** Names that are written with an exclamation mark. */
const exclaimed = /^(?:yahoo|jeopardy|yum|oklahoma)!$/i;

/** So many words without a capital are written without case. */
const manyWords = 40;

/** For each word whether a sentence ends with it. The last one ends with the text, whatever it is written with. */
export function findSentenceEnds(
  words: readonly SentenceWord[],
  { language, ignoresCase = false }: SentenceOptions = {},
): boolean[] {
  const hasCase =
    !ignoresCase && (words.length < manyWords || words.some(({ text }) => /\p{Lu}/u.test(text)));
  const ends: boolean[] = Array.from(words, () => false);
  let next: string | undefined;
  /** The last of the closing marks that stand alone behind a word. */
  let closed: number | undefined;
  for (let at = words.length - 1; at >= 0; at -= 1) {
    const { text, language: own = language, isTag } = words[at] ?? { text: '' };
    if (isTag === true || (!startsPlain.test(text) && !isWord.test(text))) {
      closed = isTag !== true && isClosing(text) ? (closed ?? at) : undefined;
      continue;
    }
    const before = words[at - 1]?.text ?? '';
    if (next !== undefined && endsSentence(text, { before, next, hasCase, language: own }))
      ends[closed ?? at] = true;
    next = text;
    closed = undefined;
  }
  if (words.length > 0) ends[words.length - 1] = true;
  return ends;
}

const startsPlain = /^[a-z0-9]/i;
const endsPlain = /[\p{L}\p{N},]$/u;
/** More than punctuation: the mark of a sentence's end counts, as it may stand alone. */
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
  // Most words end with a letter.
  if (endsPlain.test(text.slice(-1))) return false;
  const mark = trimClosing(text);
  const end = mark.slice(-3);
  if (strong.test(end)) return true;
  const isTrailing = trailing.test(end);
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

interface Surroundings {
  isTrailing: boolean;
  isLively: boolean;
  hasCase: boolean;
  table: SentenceTable;
  before: string;
  /** The next word without opening marks. */
  next: string;
}

function endsInside(
  mark: string,
  { isTrailing, isLively, hasCase, table, before, next }: Surroundings,
): boolean {
  // Georgian has no capitals in its sentences; “iPhone” begins one as it is. A mark that trails off ends one only where a capital or no case at all follows.
  const isSmall = /^(?!\p{Script=Georgian})\p{Ll}(?!\p{Lu})/u.test(next);
  if (isSmall && (hasCase || isTrailing)) return false;
  if (isTrailing) return true;
  const word = mark.replace(opening, '');
  const startsSentence =
    hasCase && table.starters.has(/^[\p{L}\p{M}]+(?![.\p{L}\p{M}])/u.exec(next.slice(0, 20))?.[0] ?? '');
  if (isLively) return startsSentence || !exclaimed.test(word);
  const role = findRole(word.slice(0, -1), { table, before, next, hasCase });
  return role === 'none' || (role === 'any' && startsSentence);
}

/** No abbreviation is longer, in UTF-16 units. */
const maxLength = 20;
const oneLetter =
  /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Hebrew}\p{Script=Arabic}]\p{M}*$/u;
const letterBefore = /(?:^|[^\p{L}\p{M}])(\p{L}\p{M}*)\.$/u;
const dotted = /^(?:\p{L}\p{M}*\.-?)+\p{L}\p{M}*$/u;
/** An article that is written together with its word: “l’avv.” */
const elided = /^\p{L}{1,5}['’](?=.)/u;
/** Endings of compounds that German writes as one word: Hauptstr., Hausnr. */
const compound = /(?:str|nr)$/;
const roman = /^[IVXLC]+$/;

/** A word's role before a full stop: `never` ends a sentence, `any` may, `none` is no abbreviation. */
function findRole(
  written: string,
  { table, before, next, hasCase }: Pick<Surroundings, 'table' | 'before' | 'next' | 'hasCase'>,
): 'never' | 'any' | 'none' {
  if (written.length > maxLength) return 'none';
  const word = written.replace(elided, '');
  if (/^\p{N}+$/u.test(word)) return findOrdinalRole(word, { table, before, next, hasCase });
  const chain = oneLetter.test(word) ? letterBefore.exec(before.slice(-maxLength))?.[1] : undefined;
  if (has(table.before, word) || (chain !== undefined && has(table.before, `${chain}.${word}`)))
    return 'never';
  const short = compound.exec(word)?.[0] ?? word;
  if (has(table.beforeNumber, short) && isNumber(next, table)) return 'never';
  if (oneLetter.test(word)) return table.letters.has(word) && chain === undefined ? 'none' : 'any';
  const isRoman = table.hasOrdinals !== undefined && roman.test(word);
  return isRoman || dotted.test(word) || has(table.anywhere, word) ? 'any' : 'none';
}

/** Ordinals have up to three digits; a longer number is a year. */
function findOrdinalRole(
  word: string,
  { table, before, next, hasCase }: Pick<Surroundings, 'table' | 'before' | 'next' | 'hasCase'>,
): 'never' | 'any' | 'none' {
  if (table.hasOrdinals === undefined || word.length > 3) return 'none';
  if (isNumber(next, table)) return 'never';
  if (!hasCase) return word.length < 3 ? 'never' : 'none';
  if (table.hasOrdinals === 'before-small') return 'none';
  const last = /[\p{L}\p{M}]+$/u.exec(before.slice(-maxLength))?.[0].toLowerCase();
  return before === '' || (last !== undefined && table.beforeOrdinal.has(last)) ? 'any' : 'none';
}

function isNumber(next: string, { months }: SentenceTable): boolean {
  if (/^[\p{N}№#$€£§]/u.test(next)) return true;
  const word = /^[\p{L}\p{M}]+/u.exec(next.slice(0, maxLength))?.[0] ?? '';
  return months.has(word.toLowerCase()) || (word.length > 1 && roman.test(word));
}

/** True if a list has a word as it is written, or in lower case. */
function has(list: ReadonlySet<string>, word: string): boolean {
  return list.has(word) || list.has(word.toLowerCase());
}
