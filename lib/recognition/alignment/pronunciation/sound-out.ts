/** What letters mostly stand for in English, longer groups first. */
const sounds: ReadonlyArray<readonly [string, string]> = [
  ...([
    ['tch', 'CH'],
    ['igh', 'AY'],
    ['ch', 'CH'],
    ['sh', 'SH'],
    ['th', 'TH'],
    ['ph', 'F'],
    ['ck', 'K'],
  ] as const),
  ...([
    ['ng', 'NG'],
    ['qu', 'K W'],
    ['wh', 'W'],
    ['ee', 'IY'],
    ['ea', 'IY'],
    ['oo', 'UW'],
    ['ou', 'AW'],
  ] as const),
  ...([
    ['ow', 'OW'],
    ['oi', 'OY'],
    ['oy', 'OY'],
    ['ai', 'EY'],
    ['ay', 'EY'],
    ['au', 'AO'],
    ['aw', 'AO'],
  ] as const),
  ...([
    ['ar', 'AA R'],
    ['or', 'AO R'],
    ['er', 'ER'],
    ['ir', 'ER'],
    ['ur', 'ER'],
    ['ie', 'IY'],
  ] as const),
  ...([
    ['a', 'AE'],
    ['b', 'B'],
    ['c', 'K'],
    ['d', 'D'],
    ['e', 'EH'],
    ['f', 'F'],
    ['g', 'G'],
    ['h', 'HH'],
  ] as const),
  ...([
    ['i', 'IH'],
    ['j', 'JH'],
    ['k', 'K'],
    ['l', 'L'],
    ['m', 'M'],
    ['n', 'N'],
    ['o', 'AA'],
    ['p', 'P'],
  ] as const),
  ...([
    ['q', 'K'],
    ['r', 'R'],
    ['s', 'S'],
    ['t', 'T'],
    ['u', 'AH'],
    ['v', 'V'],
    ['w', 'W'],
    ['x', 'K S'],
  ] as const),
  ...([
    ['y', 'IY'],
    ['z', 'Z'],
  ] as const),
];

/** How a word may sound by its letters alone: for alignment, a rough guess is enough. Empty without letters. */
export function soundOut(word: string): string {
  const phones: string[] = [];
  for (
    let rest = word
      .replaceAll(/[^a-z]/g, '')
      .replaceAll(/([^aeiou])\1/g, '$1')
      .replace(/(?<=[a-z]{2})e$/, '');
    rest !== '';
  ) {
    const [letters, sound] = sounds.find(([start]) => rest.startsWith(start)) ?? [rest.slice(0, 1), ''];
    if (sound !== '') phones.push(sound);
    rest = rest.slice(letters.length);
  }
  return phones.join(' ');
}
