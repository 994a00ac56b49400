const plural = new Intl.PluralRules('en');
const numbers = new Intl.NumberFormat('en');

const places = (count: number): string =>
  `${numbers.format(count)} ${plural.select(count) === 'one' ? 'place' : 'places'}`;

const count = (current: number, total: number): string =>
  total === 0 ? 'Nothing found' : `${numbers.format(current)} of ${numbers.format(total)}`;

/** Finding and replacing in the transcript. */
export const findTexts = {
  commands: {
    find: 'Find…',
    replace: 'Find and replace…',
    next: 'Find next',
    previous: 'Find previous',
  },
  bar: 'Find in the transcript',
  find: 'Find',
  replaceWith: 'Replace with',
  matchCase: 'Match case',
  wholeWord: 'Whole words',
  isPattern: 'Regular expression',
  matchCaseShort: 'Aa',
  wholeWordShort: 'Word',
  isPatternShort: '.*',
  next: 'Next place',
  previous: 'Previous place',
  close: 'Close',
  more: 'Show replacing',
  less: 'Hide replacing',
  replaceOne: 'Replace',
  replaceAll: (total: number) => (total === 0 ? 'Replace all' : `Replace all ${numbers.format(total)}`),
  searching: 'Searching…',
  count,
  faulty: (reason: string) => `This regular expression is not right yet: ${reason.toLowerCase()}.`,
  tooSlow: 'This regular expression takes too long, so the search was stopped. Please make it simpler.',
  replaced: (total: number) => `${numbers.format(total)} replaced`,
  replacedOne: (left: number) => (left === 0 ? 'Replaced. Nothing left.' : `Replaced. ${places(left)} left.`),
} as const;
