import { toElements } from '#lib/transcript/align/align';
import { toSearchWords } from '#lib/revisions/texts/to-search-words';
import type { EditedMonologue } from '#lib/transcript/edit';
import type { MachineWord } from '#lib/transcript/model';

/** Monologues, and the machine words from `from` on that `wordsAround` requires. */
export interface IndexedMonologues {
  monologues: readonly EditedMonologue[];
  words: readonly MachineWord[];
  from: number;
}

/** A monologue's row in the search index. */
export interface TextRow {
  monologue: string;
  /** Words and tags, separated by single spaces. */
  text: string;
  wordStartsMs: number[];
}

/** Returns the range of machine words that monologues take their times from, `to` exclusive. */
export function wordsAround(monologues: readonly EditedMonologue[]): { from: number; to: number } {
  // One more word on both sides, as a monologue without words takes its times from the pause between them.
  const first = monologues.reduce((least, { from }) => Math.min(least, from), Infinity) - 1;
  return { from: Math.max(0, first), to: monologues.reduce((most, { to }) => Math.max(most, to), 0) + 1 };
}

/** Returns the search index rows of monologues. */
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
