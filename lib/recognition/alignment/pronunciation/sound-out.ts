/** The usual sounds of letters in English, longer groups first. */
const sounds = (
  'tch CH, igh AY, ch CH, sh SH, th TH, ph F, ck K, ng NG, qu K W, wh W, ee IY, ea IY, oo UW, ou AW, ow OW, oi OY, oy OY, ' +
  'ai EY, ay EY, au AO, aw AO, ar AA R, or AO R, er ER, ir ER, ur ER, ie IY, a AE, b B, c K, d D, e EH, f F, g G, h HH, ' +
  'i IH, j JH, k K, l L, m M, n N, o AA, p P, q K, r R, s S, t T, u AH, v V, w W, x K S, y IY, z Z'
)
  .split(', ')
  .map((entry) => {
    const [letters = '', ...phones] = entry.split(' ');
    return [letters, phones.join(' ')] as const;
  });

/** The sound of a word by its letters alone: for alignment, a rough guess is enough. Empty without letters. */
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
