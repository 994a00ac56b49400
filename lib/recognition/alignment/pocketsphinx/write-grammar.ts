/** The sounds between words that no text has: uh, um, a noise. Their names mustn't be those of words. */
export const fillers: Readonly<Record<string, string>> = { f0: 'AH', f1: 'AH M', f2: '+SPN+' };
const fillerProbability = '0.0001';

/** A word of a piece as the aligner is told of it: by a number, so that nothing of the text reaches the grammar. */
export interface NumberedWord {
  name: string;
  /** The ways to say it, each as phones with spaces between them; at least one. */
  phones: readonly string[];
}

export function nameWord(index: number): string {
  return `w${index}`;
}

/** The grammar of a piece in Sphinx's format: its words one after the other, with fillers before and after each. */
export function writeGrammar(words: readonly NumberedWord[]): string {
  const transitions = Array.from({ length: words.length + 1 }, (_, state) => {
    const loops = Object.keys(fillers).map(
      (filler) => `TRANSITION ${state} ${state} ${fillerProbability} ${filler}`,
    );
    const word = words[state];
    return word === undefined ? loops : [...loops, `TRANSITION ${state} ${state + 1} 1.0 ${word.name}`];
  });
  return [
    'FSG_BEGIN piece',
    `NUM_STATES ${words.length + 1}`,
    'START_STATE 0',
    `FINAL_STATE ${words.length}`,
    ...transitions.flat(),
    'FSG_END',
    '',
  ].join('\n');
}

/** The dictionary of a piece: its words with all ways to say them, and the fillers. */
export function writeDictionary(words: readonly NumberedWord[]): string {
  const lines = words.flatMap(({ name, phones }) =>
    phones.map((sound, i) => `${name}${i === 0 ? '' : `(${i + 1})`} ${sound}`),
  );
  return [...lines, ...Object.entries(fillers).map(([name, sound]) => `${name} ${sound}`), ''].join('\n');
}
