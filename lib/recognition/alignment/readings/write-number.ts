const small = (
  'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen ' +
  'eighteen nineteen'
).split(' ');
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const magnitudes = ['', 'thousand', 'million', 'billion', 'trillion'];
/** Larger numbers are only read digit by digit. */
const limit = 1e15;

/** Writes out a whole number below a quadrillion: `two hundred five`, or `two hundred and five`. */
export function writeNumber(value: number, { and = false }: { and?: boolean } = {}): string[] {
  if (!Number.isSafeInteger(value) || value < 0 || value >= limit) return [];
  if (value === 0) return ['zero'];
  const words: string[] = [];
  for (let power = magnitudes.length - 1; power >= 0; power -= 1) {
    const group = Math.floor(value / 1000 ** power) % 1000;
    if (group === 0) continue;
    const needsAnd = and && power === 0 && group < 100 && words.length > 0;
    const magnitude = magnitudes.slice(power, power + 1).filter(Boolean);
    words.push(...(needsAnd ? ['and'] : []), ...writeGroup(group, and), ...magnitude);
  }
  return words;
}

function writeGroup(group: number, and: boolean): string[] {
  const hundreds = Math.floor(group / 100);
  const rest = group % 100;
  return [
    ...(hundreds > 0 ? [small[hundreds] ?? '', 'hundred'] : []),
    ...(hundreds > 0 && rest > 0 && and ? ['and'] : []),
    ...(rest > 0 ? writeBelowHundred(rest) : []),
  ];
}

function writeBelowHundred(value: number): string[] {
  if (value < 20) return [small[value] ?? ''];
  const unit = value % 10;
  return [tens[Math.floor(value / 10)] ?? '', ...(unit > 0 ? [small[unit] ?? ''] : [])];
}

export function writeDigits(digits: string, zero = 'zero'): string[] {
  return Array.from(digits, (digit) => (digit === '0' ? zero : (small[Number(digit)] ?? '')));
}

const ordinals: Record<string, string> = {
  ...{ one: 'first', two: 'second', three: 'third', five: 'fifth', eight: 'eighth', nine: 'ninth' },
  twelve: 'twelfth',
};

/** Turns a counted number into an ordinal: its last word becomes `fourth`, `twentieth`. */
export function toOrdinal(number: readonly string[]): string[] {
  return changeLast(
    number,
    (word) => ordinals[word] ?? (word.endsWith('y') ? `${word.slice(0, -1)}ieth` : `${word}th`),
  );
}

/** Turns a counted number into a plural: its last word becomes `eighties`, `sixes`. */
export function toPlural(number: readonly string[]): string[] {
  return changeLast(number, (word) => {
    if (word.endsWith('y')) return `${word.slice(0, -1)}ies`;
    return word.endsWith('x') ? `${word}es` : `${word}s`;
  });
}

function changeLast(words: readonly string[], change: (word: string) => string): string[] {
  return words.map((word, i) => (i === words.length - 1 ? change(word) : word));
}
