/** Sounds between words that aren't in the text: uh, um, noise. Their names must differ from those of words. */
export const fillers: Readonly<Record<string, string>> = { f0: 'AH', f1: 'AH M', f2: '+SPN+' };
const fillerProbability = '0.0001';

/** A word of a piece, numbered for the aligner, so that no text reaches the grammar. */
export interface NumberedWord {
  name: string;
  /** Its pronunciations, one or more, as space-separated phones. */
  phones: readonly string[];
}

export function nameWord(index: number): string {
  return `w${index}`;
}

/** Returns a piece's grammar in Sphinx's format: its words in order, with fillers before and after each. */
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

/** Returns a piece's dictionary: its words with all pronunciations, and the fillers. */
export function writeDictionary(words: readonly NumberedWord[]): string {
  const lines = words.flatMap(({ name, phones }) =>
    phones.map((sound, i) => `${name}${i === 0 ? '' : `(${i + 1})`} ${sound}`),
  );
  return [...lines, ...Object.entries(fillers).map(([name, sound]) => `${name} ${sound}`), ''].join('\n');
}
