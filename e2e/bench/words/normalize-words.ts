import { isAbbreviation, isDisfluency } from '#lib/transcript/text/apply-text-options';
import { spellContraction } from './spell-contraction';
import { spellNumber, toOrdinal, toPlural } from './spell-number';
import { unifySpelling } from './unify-spelling';

/** A spoken part of a written word: its readings. Counts use the words of the first one. */
export interface Token {
  readings: string[][];
  /** The index of its written word, and whether it is the first part of that word. */
  source: number;
  isFirst: boolean;
}

const abbreviations: Record<string, string[]> = {
  ...{ mr: ['mister'], mrs: ['missus', 'misses', 'mistress'], ms: ['miss', 'ms'], dr: ['doctor', 'drive'] },
  ...{ prof: ['professor'], st: ['saint', 'street'], mt: ['mount'], jr: ['junior'], sr: ['senior'] },
  ...{ vs: ['versus', 'vs'], etc: ['etcetera', 'et cetera'], '&': ['and'], '@': ['at'], '%': ['percent'] },
};
const units: Record<string, { one: string; many: string; cent: string; cents: string }> = {
  $: { one: 'dollar', many: 'dollars', cent: 'cent', cents: 'cents' },
  '£': { one: 'pound', many: 'pounds', cent: 'penny', cents: 'pence' },
  '€': { one: 'euro', many: 'euros', cent: 'cent', cents: 'cents' },
};
const scales = /^(?:hundred|thousand|million|billion|trillion)\P{L}*$/u;
const quantity = /^([$£€])?(\d{1,3}(?:,\d{3})+|\d+)(?:\.(\d+))?(%|'?s|st|nd|rd|th)?$/u;
const clock = /^(\d{1,2}):(\d\d)$/;

/**
 * Normalizes English words for comparison: removes case, punctuation and accents, spells out numbers and abbreviations
 * ("$2" is "two dollars"), unifies spelling, and drops hesitations. Other ways to say a word, and the long forms of
 * contractions, are among its readings.
 */
export function normalizeWords(words: readonly string[]): Token[] {
  const tokens: Token[] = [];
  // The unit written before a number but spoken after its scale: "$2 million".
  let unit: string | undefined;
  for (const [source, word] of words.entries()) {
    if (isDisfluency(word, 'en') && !isAbbreviation(word)) continue;
    const plain = simplify(word);
    const readings: string[][][] = [];
    const [, sign, amount = '', fraction] = quantity.exec(trim(plain)) ?? [];
    if (sign !== undefined && scales.test(simplify(words[source + 1] ?? ''))) {
      readings.push(readQuantity({ amount, fraction }));
      unit = units[sign]?.many;
    } else {
      readings.push(...splitWord(plain).flatMap(readPart));
      if (unit !== undefined) readings.push([[unit]]);
      unit = undefined;
    }
    for (const [index, ways] of readings.entries()) {
      const unified = ways.map((reading) => reading.map(unifySpelling));
      tokens.push({ readings: unified, source, isFirst: index === 0 });
    }
  }
  return tokens;
}

/** Splits a text at whitespace. */
export function splitText(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '');
}

function simplify(word: string): string {
  return word
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[’‘ʼ`´]/g, "'")
    .toLowerCase();
}

/** Removes surrounding characters that are not spoken. */
function trim(part: string): string {
  return part.replaceAll(/^[^\p{L}\p{N}$£€&@%]+|[^\p{L}\p{N}&@%]+$/gu, '');
}

function splitWord(plain: string): string[] {
  return (
    plain
      // U.S., a.m.
      .replaceAll(/(?<![\p{L}\p{N}])(?:\p{L}\.){2,}(?:\p{L}(?!\p{L}))?/gu, (letters) =>
        letters.replaceAll('.', ''),
      )
      // 12,000
      .split(/(?!(?<=\d),\d{3}(?!\d))[^\p{L}\p{N}'$£€&@%.:]+|(?<=\p{L})[.:]+(?=[\p{L}\p{N}])/u)
      .map(trim)
      .filter((part) => part !== '')
  );
}

/** The readings of each part of a text between spaces or hyphens, in order. */
function readPart(part: string): string[][][] {
  const [, sign, amount, fraction, ending] = quantity.exec(part) ?? [];
  if (amount !== undefined) return [readQuantity({ sign, amount, fraction, ending })];
  const [, hours, minutes] = clock.exec(part) ?? [];
  if (hours !== undefined && minutes !== undefined) return [readClock(hours, minutes)];
  if (/\p{N}/u.test(part)) {
    // 10am, mp3, 5:30pm
    const pieces = part.match(/\d{1,2}:\d\d|(?:\d{1,3}(?:,\d{3})+|\d+)(?:\.\d+)?|[^\d:.]+/g) ?? [];
    return pieces.length < 2 ? [[[part]]] : pieces.map(trim).filter(Boolean).flatMap(readPart);
  }
  const written = abbreviations[part];
  if (written !== undefined) return [written.map((reading) => reading.split(' '))];
  return [[[part], ...spellContraction(part)]];
}

function readQuantity(number: {
  sign?: string | undefined;
  amount: string;
  fraction?: string | undefined;
  ending?: string | undefined;
}): string[][] {
  const { sign, amount, fraction, ending } = number;
  const whole = spellNumber(amount);
  const unit = units[sign ?? ''];
  if (unit !== undefined) return readMoney(unit, amount, fraction);
  const exact = fraction === undefined ? whole : whole.flatMap((reading) => readFraction(reading, fraction));
  if (ending === undefined) return exact;
  if (ending === '%') return exact.map((reading) => [...reading, 'percent']);
  const inflect = ending.endsWith('s') ? toPlural : toOrdinal;
  const inflected = whole.map((reading) => [...reading.slice(0, -1), inflect(reading.at(-1) ?? '')]);
  // '50s
  return ending.endsWith('s') && amount.length === 4 && amount.endsWith('00')
    ? [...spellNumber(amount.slice(0, 2)).map((first) => [...first, 'hundreds']), ...inflected]
    : inflected;
}

function readFraction(whole: string[], fraction: string): string[][] {
  const digits = fraction.split('').flatMap((digit) => spellNumber(digit)[0] ?? []);
  const pair = spellNumber(fraction)[0] ?? [];
  return [
    [...whole, 'point', ...digits],
    [...whole, 'point', ...pair],
    [...whole, 'dot', ...digits],
  ];
}

function readMoney(unit: (typeof units)[string], amount: string, fraction: string | undefined): string[][] {
  const name = amount === '1' ? unit.one : unit.many;
  const whole = spellNumber(amount);
  const bare = whole.map((reading) => [...reading, name]);
  const isOne = amount === '1';
  if (fraction === undefined) return isOne ? [...bare, ['a', name]] : bare;
  const exact = whole.flatMap((reading) =>
    readFraction(reading, fraction).map((spoken) => [...spoken, unit.many]),
  );
  if (fraction.length !== 2) return exact;
  const cents = spellNumber(String(Number(fraction)))[0] ?? [];
  const small = [...cents, fraction === '01' ? unit.cent : unit.cents];
  if (Number(amount) === 0) return [small, ...exact];
  if (fraction === '00') return [...bare, ...exact];
  const [first = []] = whole;
  return [
    [...first, name, 'and', ...small],
    [...first, name, ...small],
    [...first, name, ...cents],
    [...first, name, 'and', ...cents],
    [...first, ...cents],
    ...exact,
  ];
}

function readClock(hours: string, minutes: string): string[][] {
  const [hour = []] = spellNumber(String(Number(hours)));
  if (minutes === '00') return [[...hour], [...hour, "o'clock"], [...hour, 'hundred']];
  if (!minutes.startsWith('0')) return [[...hour, ...(spellNumber(minutes)[0] ?? [])]];
  const [minute = []] = spellNumber(minutes.slice(1));
  return [
    [...hour, 'oh', ...minute],
    [...hour, ...minute],
  ];
}
