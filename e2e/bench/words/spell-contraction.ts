const whole: Record<string, string> = {
  ...{
    "won't": 'will not',
    "can't": 'can not',
    "shan't": 'shall not',
    "let's": 'let us',
    "y'all": 'you all',
  },
  ...{ "y'know": 'you know', yknow: 'you know', "o'clock": 'of the clock', cannot: 'can not' },
  ...{ gonna: 'going to', wanna: 'want to', gotta: 'got to', kinda: 'kind of', sorta: 'sort of' },
  ...{ gimme: 'give me', lemme: 'let me', dunno: "don't know", cuz: 'because', cause: 'because' },
  ...{ em: 'them', alright: 'all right', "ma'am": 'madam', outta: 'out of', lotta: 'lot of' },
};

const endings: Record<string, string[]> = {
  ...{
    "'m": ['am'],
    "'re": ['are'],
    "'ve": ['have'],
    "'ll": ['will', 'shall'],
    "'d": ['would', 'had', 'did'],
  },
  "n't": ['not'],
};

/** After these, 's is "is" or "has"; after nouns it is mostly a possessive. */
const subjects = new Set(
  (
    'it he she that there here what who where when how why this everything everyone everybody something someone ' +
    'somebody nothing nobody one'
  ).split(' '),
);

/** The long forms of a contraction in lower case: "I'm" is "I am". Empty for any other word. */
export function spellContraction(word: string): string[][] {
  const known = whole[word];
  if (known !== undefined) return [known.split(' ')];
  const [, stem = '', ending = ''] = /^(.+?)(n't|'(?:m|re|ve|ll|d|s))$/.exec(word) ?? [];
  if (ending === "'s") {
    // Sounds the same without the apostrophe.
    const written = subjects.has(stem)
      ? [
          [stem, 'is'],
          [stem, 'has'],
        ]
      : [];
    return [...written, [`${stem}s`]];
  }
  return (endings[ending] ?? []).map((verb) => [stem, verb]);
}
