import type { Token } from './normalize-words';

/** One word of the reference, one recognized word, or a pair of both. */
export interface Pair {
  /** Whether they are the same; false for one that was replaced, left out or added. */
  isSame: boolean;
  said: Spoken | undefined;
  heard: Spoken | undefined;
}

/** A word as compared. */
export interface Spoken {
  word: string;
  /** The written word it is of, and whether that begins with it. */
  source: number;
  isFirst: boolean;
}

export interface Alignment {
  /** The edit distance: words to replace, insert or delete. */
  errors: number;
  /** The number of words in the reference. */
  spoken: number;
  pairs: Pair[];
}

/** A word between two places of a text. */
interface Edge extends Spoken {
  from: number;
  to: number;
  /** Another reading, or words written as one: good for what is the same in all of it, and never an error on its own. */
  onlySame: boolean;
}

/** The maximum number of words that may be one word in the other text: "seat belts", "W E R". */
const maxJoined = 4;

/**
 * Aligns two texts by their edit distance, the smallest over all readings of both. Errors are counted by the usual
 * readings; other readings, and words that differ in their blanks only ("seat belts", "seatbelts"), count as the same where
 * all of them is found.
 */
export function alignWords(said: readonly Token[], heard: readonly Token[]): Alignment {
  const [rows, columns] = [toGraph(said), toGraph(heard)];
  const width = columns.length;
  const costs = new Uint32Array(rows.length * width).fill(unreachable);
  costs[0] = 0;
  const cost = (row: number, column: number) => costs[row * width + column] ?? unreachable;
  // Nodes are in the order of the text, so what comes before a node is known when it is reached.
  for (const row of rows.keys()) {
    for (const column of columns.keys()) {
      for (const step of stepsTo(rows[row] ?? [], columns[column] ?? [])) {
        const before = cost(step.said?.from ?? row, step.heard?.from ?? column) + Number(!step.isSame);
        if (before < cost(row, column)) costs[row * width + column] = before;
      }
    }
  }
  const pairs: Pair[] = [];
  let [row, column] = [rows.length - 1, width - 1];
  const errors = cost(row, column);
  while (row > 0 || column > 0) {
    const here = cost(row, column);
    const step = stepsTo(rows[row] ?? [], columns[column] ?? []).find(
      (step) => cost(step.said?.from ?? row, step.heard?.from ?? column) + Number(!step.isSame) === here,
    );
    if (step === undefined) throw new Error('there is no way through the texts');
    pairs.push(step);
    row = step.said?.from ?? row;
    column = step.heard?.from ?? column;
  }
  const spoken = said.reduce((sum, { readings }) => sum + (readings[0]?.length ?? 0), 0);
  return { errors, spoken, pairs: pairs.toReversed() };
}

/** The cost of an unreachable node. */
const unreachable = 2 ** 31;

/** The ways to end at these places of both texts, what is the same first. */
function stepsTo(said: readonly Edge[], heard: readonly Edge[]): PairOfEdges[] {
  const steps: PairOfEdges[] = [];
  for (const one of said) {
    for (const other of heard) {
      if (one.word === other.word) steps.push({ isSame: true, said: one, heard: other });
    }
  }
  const own = said.find(({ onlySame }) => !onlySame);
  const ownHeard = heard.find(({ onlySame }) => !onlySame);
  if (own !== undefined && ownHeard !== undefined) steps.push({ isSame: false, said: own, heard: ownHeard });
  if (own !== undefined) steps.push({ isSame: false, said: own, heard: undefined });
  if (ownHeard !== undefined) steps.push({ isSame: false, said: undefined, heard: ownHeard });
  return steps;
}

interface PairOfEdges {
  isSame: boolean;
  said: Edge | undefined;
  heard: Edge | undefined;
}

/** For each place of a text, in order, the words that end there. The first place is its beginning, the last its end. */
function toGraph(tokens: readonly Token[]): Edge[][] {
  const ending: Edge[][] = [[]];
  const usual: Edge[] = [];
  for (const { readings, source, isFirst } of tokens) {
    const begin = ending.length - 1;
    // The places within all readings come before the one where all of them end.
    const end = begin + 1 + readings.reduce((sum, reading) => sum + reading.length - 1, 0);
    let inner = begin;
    while (ending.length <= end) ending.push([]);
    for (const [way, reading] of readings.entries()) {
      let from = begin;
      for (const [index, word] of reading.entries()) {
        const to = index === reading.length - 1 ? end : (inner += 1);
        const edge = { word, from, to, source, isFirst: isFirst && index === 0, onlySame: way > 0 };
        ending[to]?.push(edge);
        if (way === 0) usual.push(edge);
        from = to;
      }
    }
  }
  for (const [index, first] of usual.entries()) {
    let joined = first.word;
    for (const next of usual.slice(index + 1, index + maxJoined)) {
      joined += next.word;
      ending[next.to]?.push({ ...first, word: joined, to: next.to, onlySame: true });
    }
  }
  return ending;
}
