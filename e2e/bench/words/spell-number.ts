const small = [
  ...['zero', 'one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten', 'eleven'],
  ...['twelve', 'thirteen', 'fourteen', 'fifteen', 'sixteen', 'seventeen', 'eighteen', 'nineteen'],
];
const tens = ['', '', 'twenty', 'thirty', 'forty', 'fifty', 'sixty', 'seventy', 'eighty', 'ninety'];
const scales = ['', 'thousand', 'million', 'billion', 'trillion'];
/** Longer numbers are read digit by digit, like telephone numbers. */
const maxDigits = 15;

/**
 * The readings of a whole number in digits, the most common first: "105" is "one hundred five", "one hundred and five",
 * "one oh five" and so on. Four digits without a comma may be a year.
 */
export function spellNumber(written: string): string[][] {
  const digits = written.replaceAll(',', '');
  const byDigit = (zero: string) =>
    digits.split('').map((digit) => (digit === '0' ? zero : spellSmall(digit)));
  if (digits.length > maxDigits) return [byDigit('zero'), byDigit('oh')];
  const value = Number(digits);
  const cardinal = spellCardinal(value, { and: false });
  const withAnd = spellCardinal(value, { and: true });
  const groups = spellGroups(digits);
  const hasYearForm = written.length === 4 && /^(1[1-9]|20[1-9]|[3-9]\d)/.test(digits);
  const readings = [
    ...(/^0./.test(digits) ? [byDigit('oh'), byDigit('zero')] : []),
    ...(hasYearForm ? [...groups, cardinal] : [cardinal, ...groups]),
    withAnd,
    // "a hundred", "a thousand five hundred"
    ...[cardinal, withAnd]
      .filter(([first, second]) => first === 'one' && second !== undefined)
      .map(([, ...others]) => ['a', ...others]),
    byDigit('oh'),
    byDigit('zero'),
    byDigit('o'),
  ];
  const unique = new Map(readings.map((reading) => [reading.join(' '), reading]));
  return [...unique.values()];
}

const irregularOrdinals: Record<string, string> = {
  ...{ one: 'first', two: 'second', three: 'third', five: 'fifth' },
  ...{ eight: 'eighth', nine: 'ninth', twelve: 'twelfth' },
};

/** The ordinal of a number's last word: "one" becomes "first". */
export function toOrdinal(word: string): string {
  return irregularOrdinals[word] ?? (word.endsWith('y') ? `${word.slice(0, -1)}ieth` : `${word}th`);
}

/** The plural of a number's last word: "fifty" becomes "fifties". */
export function toPlural(word: string): string {
  if (word.endsWith('y')) return `${word.slice(0, -1)}ies`;
  return word.endsWith('x') ? `${word}es` : `${word}s`;
}

/** Reads three or four digits in two parts, like years, rooms and flights: "nineteen oh five", "two twenty". */
function spellGroups(digits: string): string[][] {
  if (digits.length < 3 || digits.length > 4 || digits.startsWith('0')) return [];
  const [left, right] = [digits.slice(0, -2), digits.slice(-2)];
  const first = spellCardinal(Number(left), { and: false });
  if (right === '00') return left.endsWith('0') ? [] : [[...first, 'hundred']];
  if (right.startsWith('0')) {
    return ['oh', 'o'].map((zero) => [...first, zero, spellSmall(right.slice(1))]);
  }
  return [[...first, ...spellCardinal(Number(right), { and: false })]];
}

function spellCardinal(value: number, { and }: { and: boolean }): string[] {
  if (value === 0) return ['zero'];
  const words: string[] = [];
  for (let scale = scales.length - 1; scale >= 0; scale -= 1) {
    const part = Math.floor(value / 1000 ** scale) % 1000;
    if (part === 0) continue;
    const name = scales[scale] ?? '';
    const isTail = and && scale === 0 && part < 100 && words.length > 0;
    words.push(...(isTail ? ['and'] : []), ...spellHundreds(part, and), ...(name === '' ? [] : [name]));
  }
  return words;
}

function spellHundreds(value: number, and: boolean): string[] {
  const [hundreds, rest] = [Math.floor(value / 100), value % 100];
  const head = hundreds === 0 ? [] : [small[hundreds] ?? '', 'hundred'];
  if (rest === 0) return head;
  const tail =
    rest < 20
      ? [small[rest] ?? '']
      : [tens[Math.floor(rest / 10)] ?? '', ...(rest % 10 === 0 ? [] : [small[rest % 10] ?? ''])];
  return [...head, ...(and && hundreds > 0 ? ['and'] : []), ...tail];
}

function spellSmall(digit: string): string {
  return small[Number(digit)] ?? digit;
}
