import {
  listCounted,
  readAlone,
  readDigits,
  readNumber,
} from '#lib/recognition/alignment/readings/read-digits';
import {
  dropRepeated,
  joinReadings,
  type Reading,
  readTable,
} from '#lib/recognition/alignment/readings/reading';
import { toOrdinal, toPlural, writeNumber } from '#lib/recognition/alignment/readings/write-number';

/** Units directly after a number. */
const units = readTable(
  'am a m, pm p m, k thousand|k, m million|meters|m, mn million, b billion|b, bn billion, t trillion|tons|t, x times|x, ' +
    'km kilometers|kilometer|k, cm centimeters|centimeter, mm millimeters|millimeter, mi miles|mile, ft feet|foot, ' +
    'in inches|inch, yd yards|yard, kg kilograms|kilos|kilogram, g grams|g, mg milligrams|milligram, lb pounds|pound, ' +
    'lbs pounds|pound, oz ounces|ounce, l liters|liter, ml milliliters|milliliter, ' +
    'kmh kilometers per hour|kilometers an hour, mph miles per hour|miles an hour|m p h, h hours|hour|h, hr hours|hour, ' +
    'hrs hours, min minutes|minute, s seconds|second|s, sec seconds|second, ms milliseconds|millisecond, hz hertz, ' +
    'khz kilohertz, mhz megahertz, ghz gigahertz, kb kilobytes|k b, mb megabytes|megs|m b, gb gigabytes|gigs|g b, ' +
    'tb terabytes|t b, w watts|w, kw kilowatts, v volts|v',
);

const number = String.raw`\d+(?:,\d{3})*(?:\.\d+)?|\.\d+`;

const currencies: Readonly<Record<string, { one: string; many: string; cents: string }>> = {
  $: { one: 'dollar', many: 'dollars', cents: 'cents' },
  '€': { one: 'euro', many: 'euros', cents: 'cents' },
  '£': { one: 'pound', many: 'pounds', cents: 'pence' },
  '¥': { one: 'yen', many: 'yen', cents: '' },
};

/** Figures that aren't spoken part by part, with their readings. */
const figures: ReadonlyArray<{ pattern: RegExp; read: (...groups: string[]) => Reading[] }> = [
  { pattern: /^(\d{1,2})$/, read: (value) => readAlone(value ?? '') },
  { pattern: new RegExp(`^(${number})$`), read: (value) => readNumber(value ?? '') },
  {
    pattern: new RegExp(`^([$€£¥])(${number})([a-z]*)$`),
    read: (sign, amount, unit) => readMoney(sign, amount, unit),
  },
  {
    pattern: new RegExp(`^(${number})([a-z]*)([$€£¥])$`),
    read: (amount, unit, sign) => readMoney(sign, amount, unit),
  },
  {
    pattern: new RegExp(`^(${number})%$`),
    read: (value) => joinReadings(readNumber(value ?? ''), [['percent'], []]),
  },
  { pattern: new RegExp(`^(${number})°([cf]?)$`), read: (value, scale) => readDegrees(value, scale) },
  {
    pattern: new RegExp(`^(${number})(¢)$`),
    read: (value) => joinReadings(readNumber(value ?? ''), [['cents'], ['cent']]),
  },
  {
    pattern: /^(\d{1,2}):(\d{2})((?::\d{2})*)([ap]m)?$/,
    read: (hour, minute, rest, half) => readTime(hour, minute, rest, half),
  },
  {
    pattern: /^(\d+):(\d+)$/,
    read: (left, right) => joinReadings(readDigits(left ?? ''), [['to'], []], readDigits(right ?? '')),
  },
  { pattern: /^(\d+(?:,\d{3})*)(?:st|nd|rd|th)$/, read: (value) => readOrdinal(value) },
  { pattern: /^(\d+)'?s$/, read: (value) => readPlural(value) },
  { pattern: /^(\d+)[/⁄](\d+)$/, read: (above, below) => readFraction(above, below) },
  {
    pattern: new RegExp(`^(${number})([a-z]+)$`),
    read: (value, unit) => joinReadings(readNumber(value ?? ''), units[unit ?? ''] ?? []),
  },
];

/** Returns readings of money, percentages, times, ordinals, decades and the like, in lowercase; else empty. */
export function readFigure(text: string): Reading[] {
  for (const { pattern, read } of figures) {
    const match = pattern.exec(text);
    const isKnown =
      match !== null && (pattern !== figures.at(-1)?.pattern || units[match[2] ?? ''] !== undefined);
    if (isKnown) return dropRepeated(read(...match.slice(1).map((group) => group ?? '')));
  }
  return [];
}

/** True for an amount of money whose currency may be spoken after the next word: `$5 million`. */
export function isMoney(text: string): boolean {
  return new RegExp(`^[$€£¥](${number})$`).test(text);
}

function readMoney(sign = '$', amount = '', unit = ''): Reading[] {
  const { one, many, cents } = currencies[sign] ?? { one: '', many: '', cents: '' };
  const said = units[unit] ?? (unit === '' ? [] : [Array.from(unit)]);
  const [whole = '', small = ''] = amount.replaceAll(',', '').split('.');
  if (unit === '' && small.length === 2) {
    const after =
      Number(small) === 0
        ? [[]]
        : [writeNumber(Number(small)), ['and', ...writeNumber(Number(small)), cents]];
    const inFull = joinReadings(
      listCounted(Number(whole)).slice(0, 2),
      [[Number(whole) === 1 ? one : many]],
      after,
    );
    const short = joinReadings(listCounted(Number(whole)).slice(0, 1), readDigits(small).slice(0, 2));
    const onlyCents = Number(whole) === 0 ? [[...writeNumber(Number(small)), cents]] : [];
    return [...onlyCents, ...inFull, ...short, ...joinReadings(readNumber(amount).slice(0, 3), [[many]])];
  }
  return joinReadings(readNumber(amount).slice(0, 5), said, [[Number(amount) === 1 ? one : many], [], [one]]);
}

function readDegrees(value = '', scale = ''): Reading[] {
  const scales: Record<string, Reading[]> = { c: [['celsius'], ['c'], []], f: [['fahrenheit'], ['f'], []] };
  return joinReadings(readNumber(value).slice(0, 4), [['degrees'], ['degree']], scales[scale] ?? []);
}

function readTime(hour = '', minute = '', rest = '', half = ''): Reading[] {
  const after = half === '' ? [] : [Array.from(half)];
  const hours = [writeNumber(Number(hour))];
  if (rest !== '') {
    const parts = `${minute}${rest}`.split(':').map((part) => readDigits(part).slice(0, 3));
    return joinReadings(hours, ...parts, after);
  }
  const minutes: Reading[] =
    minute === '00'
      ? [[], ["o'clock"], ['hundred'], ['oh', 'oh']]
      : minute.startsWith('0')
        ? [
            ['oh', ...writeNumber(Number(minute))],
            ['zero', ...writeNumber(Number(minute))],
            writeNumber(Number(minute)),
          ]
        : [writeNumber(Number(minute)), ['to', ...writeNumber(Number(minute))]];
  return joinReadings(hours, minutes, after);
}

function readOrdinal(value = ''): Reading[] {
  const counted = listCounted(Number(value.replaceAll(',', '')));
  return dropRepeated(counted.flatMap((reading) => [toOrdinal(reading), ['the', ...toOrdinal(reading)]]));
}

function readPlural(value = ''): Reading[] {
  return readDigits(value).map(toPlural);
}

const shares: Readonly<Record<number, string>> = { 2: 'half', 4: 'quarter' };

function readFraction(above = '', below = ''): Reading[] {
  const [count, parts] = [listCounted(Number(above)).slice(0, 1), Number(below)];
  const name = [shares[parts] ?? '', toOrdinal(writeNumber(parts)).join(' ')].filter(Boolean);
  const named = name.map((text) => (Number(above) === 1 ? text.split(' ') : toPlural(text.split(' '))));
  const alone = Number(above) === 1 ? [['a', ...(named[0] ?? [])], named[0] ?? []] : [];
  const between = [['over'], ['slash'], ['of'], ['to'], []];
  return [
    ...joinReadings(count, named),
    ...alone,
    ...joinReadings(count, between, listCounted(parts).slice(0, 1)),
  ];
}
