import type { SentenceTable } from '#lib/transcript/sentences/sentence-table';

/** The words and rules around a word with a period. */
export interface Surroundings {
  hasCase: boolean;
  table: SentenceTable;
  before: string;
  /** The next word, without opening marks. */
  next: string;
}

/** The maximum length of an abbreviation, in UTF-16 units. */
const maxLength = 20;
const oneLetter =
  /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Hebrew}\p{Script=Arabic}]\p{M}*$/u;
const letterBefore = /(?:^|[^\p{L}\p{M}])(\p{L}\p{M}*)\.$/u;
const dotted = /^(?:\p{L}\p{M}*\.-?)+\p{L}\p{M}*$/u;
/** An elided article: “l’avv.” */
const elided = /^\p{L}{1,5}['’](?=.)/u;
/** Abbreviated endings of German compounds: Hauptstr., Hausnr. */
const compound = /(?:str|nr)$/;
const roman = /^[IVXLC]+$/;

/** Returns a word's role before a period: `never` ends a sentence, `any` may, `none` is no abbreviation. */
export function findRole(
  written: string,
  { table, before, next, hasCase }: Surroundings,
): 'never' | 'any' | 'none' {
  if (written.length > maxLength) return 'none';
  const word = written.replace(elided, '').replaceAll(/\p{Bidi_Control}/gu, '');
  if (/^\p{N}+$/u.test(word)) return findOrdinalRole(word, { table, before, next, hasCase });
  const chain = oneLetter.test(word) ? letterBefore.exec(before.slice(-maxLength))?.[1] : undefined;
  if (has(table.before, word) || (chain !== undefined && has(table.before, `${chain}.${word}`)))
    return 'never';
  const short = compound.exec(word)?.[0] ?? word;
  if (has(table.beforeNumber, short) && isNumber(next, table)) return 'never';
  // A capital after a name is an initial: “Albert I. Jones”.
  const isInitial = chain !== undefined || (/\p{Lu}/u.test(word) && /^\p{Lu}\p{Ll}/u.test(before));
  if (oneLetter.test(word)) return table.letters.has(word) && !isInitial ? 'none' : 'any';
  const isRoman = table.hasOrdinals !== undefined && roman.test(word);
  return isRoman || dotted.test(word) || has(table.anywhere, word) ? 'any' : 'none';
}

/** Ordinals have up to three digits. Longer numbers are years. */
function findOrdinalRole(
  word: string,
  { table, before, next, hasCase }: Surroundings,
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

/** True if a list has a word, either in its own case or lowercase. */
function has(list: ReadonlySet<string>, word: string): boolean {
  return list.has(word) || list.has(word.toLowerCase());
}
