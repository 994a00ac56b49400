import { isMoney, readFigure } from '#lib/recognition/alignment/readings/read-figure';
import { readNumber } from '#lib/recognition/alignment/readings/read-digits';
import {
  dropRepeated,
  joinReadings,
  type Reading,
  readTable,
} from '#lib/recognition/alignment/readings/reading';

/** Abbreviations that are spoken in full, without their period. */
const abbreviations = readTable(
  'mr mister, mrs missus|misses, ms miz|m s, dr doctor|drive, prof professor, st saint|street, ave avenue, blvd boulevard, ' +
    'rd road, mt mount, ft fort|feet, jr junior, sr senior, gen general, col colonel, capt captain, lt lieutenant, ' +
    'sgt sergeant, rev reverend, gov governor, sen senator, rep representative, pres president, hon honorable, vs versus, ' +
    'etc et cetera, eg for example|e g, ie that is|i e, cf compare, approx approximately, no number, nos numbers, ' +
    'vol volume, fig figure, ch chapter, pp pages, inc incorporated, ltd limited, co company, corp corporation, ' +
    'dept department, est established, jan january, feb february, mar march, apr april, aug august, sep september, ' +
    'sept september, oct october, nov november, dec december, ok okay',
);

/** The pronunciation of a written word. */
export type Spoken =
  | { kind: 'read'; readings: Reading[] }
  /** Not pronounceable with English letters. */
  | { kind: 'unknown' }
  /** Not spoken: a dash, a note, an emoji. */
  | { kind: 'silent' };

/** The names of a symbol between letters or digits, or alone, most likely first. */
const signs = readTable(
  '& and, + plus|, = equals, @ at, % percent, # number|hashtag|hash|pound|, $ dollars|dollar, € euros|euro, ' +
    '£ pounds|pound, ° degrees|degree, § section, / |slash|or|per, . dot|point|, × times|by, ÷ divided by, ' +
    '< less than, > greater than, ~ |about, * |star, _ |underscore',
);
/** Between two numbers. */
const ranges: Reading[] = [['to'], [], ['minus'], ['dash']];

/** Longer text is no word, and takes long to read. */
const maxLength = 200;
/** Outer marks that aren't spoken. */
const outerMarks = /^(?:[^a-z\d$€£¥#@+.]|\.(?!\d))+|[^a-z\d%$€£¥¢°+]+$/gi;
const tokens = /\d+(?:[.,]\d+)*|[a-z']+|[^a-z\d']/g;

/** Returns the readings of a written word after `before`. `isKnown` words are words even if they look like initials. */
export function listReadings(
  text: string,
  { before = '', isKnown }: { before?: string | undefined; isKnown: (word: string) => boolean },
): Spoken {
  if (text.length > maxLength) return { kind: 'unknown' };
  const plain = simplifyText(text);
  const core = plain.replaceAll(outerMarks, '');
  const readings = /[a-z\d]/i.test(core) ? readWord(core, isKnown) : readSigns(plain);
  if (
    isMoney(simplifyText(before.slice(0, maxLength))) &&
    /^(thousand|million|billion|trillion)$/i.test(core)
  ) {
    readings.push(
      [core.toLowerCase(), 'dollars'],
      [core.toLowerCase(), 'pounds'],
      [core.toLowerCase(), 'euros'],
    );
  }
  if (readings.length > 0) return { kind: 'read', readings };
  return /[\p{L}\p{N}]/u.test(text) ? { kind: 'unknown' } : { kind: 'silent' };
}

/** Reads a standalone symbol such as `&`. Dashes, quotes and periods aren't spoken. */
function readSigns(plain: string): Reading[] {
  if (plain.length !== 1 || /[./_~*]/.test(plain)) return [];
  return dropRepeated(signs[plain] ?? []);
}

function readWord(core: string, isKnown: (word: string) => boolean): Reading[] {
  const lower = core.toLowerCase();
  const figure = readFigure(lower);
  if (figure.length > 0) return figure;
  const whole = isKnown(lower) ? [[lower]] : [];
  const dotless = lower.replaceAll('.', '');
  const full = abbreviations[dotless] ?? [];
  if (/^(?:[a-z]\.)+[a-z]$/.test(lower)) return dropRepeated([...full, Array.from(dotless), ...whole]);
  const parts = (core.match(new RegExp(tokens, 'gi')) ?? []).map((token, i, all) =>
    readToken(token, { before: all[i - 1], after: all[i + 1], isKnown }),
  );
  return dropRepeated([...whole, ...full, ...joinReadings(...parts)]);
}

function readToken(
  token: string,
  {
    before = '',
    after = '',
    isKnown,
  }: { before?: string | undefined; after?: string | undefined; isKnown: (word: string) => boolean },
): Reading[] {
  if (/^\d/.test(token)) return readNumber(token);
  if (/^[a-z']/i.test(token)) return readLetters(token, isKnown);
  if (/^[-–—−]$/.test(token)) return /^\d/.test(before) && /^\d/.test(after) ? ranges : [];
  return signs[token] ?? [];
}

/** Reads a word, or spells it: unknown words in capitals, and those without a vowel. */
function readLetters(token: string, isKnown: (word: string) => boolean): Reading[] {
  const word = token.toLowerCase().replaceAll(/^'+(?!\w{1,4}$)|'+$/g, '');
  const bare = word.replaceAll("'", '');
  if (bare === '') return [];
  const [, several] = /^([A-Z]{2,})'?s$/.exec(token) ?? [];
  const initials =
    several === undefined
      ? Array.from(bare)
      : Array.from(several.toLowerCase(), (letter, i) => (i === several.length - 1 ? `${letter}'s` : letter));
  const looksSpelled = /^[A-Z]{2,6}(?:'?s)?$/.test(token) || (bare.length <= 5 && !/[aeiouy]/.test(bare));
  if (!looksSpelled || bare.length === 1) return [[word]];
  return isKnown(word) ? [[word], initials] : [initials, [word]];
}

const folded: Readonly<Record<string, string>> = {
  ...{ ß: 'ss', æ: 'ae', Æ: 'AE', œ: 'oe', Œ: 'OE', ø: 'o', Ø: 'O', ł: 'l', Ł: 'L', đ: 'd', Đ: 'D', ı: 'i' },
  ...{ '‘': "'", '’': "'", ʼ: "'", '＇': "'", '`': "'", '´': "'" },
};

/** Reduces a text to English letters and plain apostrophes as far as possible: `naïve` becomes `naive`. */
function simplifyText(text: string): string {
  // Apostrophes first: NFKD turns an accent into a space with a mark.
  const plain = text.replaceAll(/[ßæÆœŒøØłŁđĐı‘’ʼ＇`´]/g, (letter) => folded[letter] ?? letter);
  return plain.normalize('NFKD').replaceAll(/[\p{M}\p{Cf}\s]/gu, '');
}
