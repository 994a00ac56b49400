import { toElements } from '#lib/transcript/align/align';
import { toSearchWords } from '#lib/revisions/texts/to-search-words';
import type { EditedMonologue } from '#lib/transcript/edit';
import type { MachineWord } from '#lib/transcript/model';

/** Monologues and the machine words from `from` on, as far as `wordsAround` says that they are needed. */
export interface IndexedMonologues {
  monologues: readonly EditedMonologue[];
  words: readonly MachineWord[];
  from: number;
}

/** The searchable row of a monologue. */
export interface TextRow {
  monologue: string;
  /** The words and tags, parted by single blanks. */
  text: string;
  wordStartsMs: number[];
}

/** The machine words that the times of monologues are made of: from the first to the last, exclusive. */
export function wordsAround(monologues: readonly EditedMonologue[]): { from: number; to: number } {
  // One word more on both sides: a monologue without any has its times from the pause between them.
  const first = monologues.reduce((least, { from }) => Math.min(least, from), Infinity) - 1;
  return { from: Math.max(0, first), to: monologues.reduce((most, { to }) => Math.max(most, to), 0) + 1 };
}

/** Makes the searchable rows of monologues. */
export function toTextRows({ monologues, words, from }: IndexedMonologues): TextRow[] {
  return monologues.map((monologue) => {
    const here = { ...monologue, from: monologue.from - from, to: monologue.to - from };
    const said = toSearchWords(toElements(here, words));
    return {
      monologue: monologue.id,
      text: said.map(({ text }) => text).join(' '),
      wordStartsMs: said.map(({ startMs }) => startMs),
    };
  });
}
