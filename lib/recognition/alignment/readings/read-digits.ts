import { dropRepeated, joinReadings, type Reading } from '#lib/recognition/alignment/readings/reading';
import { toOrdinal, writeDigits, writeNumber } from '#lib/recognition/alignment/readings/write-number';

/** Returns the readings of digits: counted, as a year, in pairs, and one by one. */
export function readDigits(digits: string): Reading[] {
  const value = Number(digits);
  const counted = digits.length > 15 ? [] : listCounted(value);
  const oneByOne = [writeDigits(digits), writeDigits(digits, 'oh')];
  if (digits.length > 1 && digits.startsWith('0')) return dropRepeated([...oneByOne, ...counted]);
  return dropRepeated([
    ...(digits.length === 4 ? readYear(digits) : []),
    ...counted,
    ...readPair(digits),
    ...oneByOne,
  ]);
}

/** Reads a standalone number, which may be a day: `July 4` is spoken as `July fourth`. */
export function readAlone(digits: string): Reading[] {
  const value = Number(digits);
  const ordinal = value >= 1 && value <= 31 ? toOrdinal(writeNumber(value)) : [];
  return dropRepeated([...readDigits(digits), ordinal, ordinal.length > 0 ? ['the', ...ordinal] : []]);
}

/** Returns a number with and without `and`, and with `a` for `one` where possible. */
export function listCounted(value: number): Reading[] {
  const counted = [writeNumber(value), writeNumber(value, { and: true })];
  const withArticle = counted.map(([first, second, ...rest]) =>
    first === 'one' && second !== undefined ? ['a', second, ...rest] : [],
  );
  return dropRepeated([...counted, ...withArticle]);
}

/** Nineteen eighty-four, twenty oh five, nineteen hundred. */
function readYear(digits: string): Reading[] {
  const [century, rest] = [Number(digits.slice(0, 2)), Number(digits.slice(2))];
  const before = writeNumber(century);
  if (rest === 0) return century % 10 === 0 ? [] : [[...before, 'hundred']];
  if (rest >= 10) return [[...before, ...writeNumber(rest)]];
  return [
    [...before, 'oh', ...writeNumber(rest)],
    [...before, 'zero', ...writeNumber(rest)],
  ];
}

/** One oh five, one twenty-five: a room, a road, a flight. */
function readPair(digits: string): Reading[] {
  if (digits.length !== 3) return [];
  const rest = digits.slice(1);
  const second = rest.startsWith('0') ? [writeDigits(rest, 'oh')] : [writeNumber(Number(rest))];
  return joinReadings([writeDigits(digits.slice(0, 1))], second);
}

/** Reads a number with commas or a decimal point. More points make it a version or a date. */
export function readNumber(text: string): Reading[] {
  const plain = text.replaceAll(/,(?=\d{3}(?!\d))/g, '');
  const [whole = '', ...others] = plain.split(/[.,]/);
  const [fraction] = others;
  if (fraction === undefined) return readDigits(whole);
  if (others.length > 1) {
    const rest = others.map((part) => joinReadings([['point'], ['dot'], []], readDigits(part).slice(0, 2)));
    return joinReadings(readDigits(whole).slice(0, 2), ...rest);
  }
  const before: Reading[] = [
    ...listCounted(Number(whole || '0')),
    ...(Number(whole) === 0 ? [['oh'], []] : []),
  ];
  const after: Reading[] = [
    writeDigits(fraction),
    writeDigits(fraction, 'oh'),
    ...listCounted(Number(fraction)),
  ];
  return joinReadings(before.slice(0, 3), [['point']], dropRepeated(after));
}
