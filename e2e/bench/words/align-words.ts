import type { Token } from './normalize-words';

/** One word of the reference, one recognized word, or a pair of both. */
export interface Pair {
  /** False for a word that was replaced, omitted or added. */
  isSame: boolean;
  said: Spoken | undefined;
  heard: Spoken | undefined;
}

/** A normalized word, for comparison. */
export interface Spoken {
  word: string;
  /** The index of its written word, and whether it is the first part of that word. */
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

/** A word as an edge between two nodes of a text. */
interface Edge extends Spoken {
  from: number;
  to: number;
  /** An alternative reading, or joined words: usable only if all of it matches, so never an error of its own. */
  onlySame: boolean;
}

/** The maximum number of words that may be one word in the other text: "seat belts", "W E R". */
const maxJoined = 4;

/**
 * Aligns two texts by their edit distance, the smallest over all readings of both. Errors are counted by the usual
 * readings. Other readings, and words that differ only in their spacing ("seat belts", "seatbelts"), count as equal if
 * all of their words match.
 */
export function alignWords(said: readonly Token[], heard: readonly Token[]): Alignment {
  const [rows, columns] = [toGraph(said), toGraph(heard)];
  const width = columns.length;
  const costs = new Uint32Array(rows.length * width).fill(unreachable);
  costs[0] = 0;
  const cost = (row: number, column: number) => costs[row * width + column] ?? unreachable;
  // Nodes are in text order, so the predecessors of a node are computed before it.
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

/** The steps that end at these nodes of both texts, matches first. */
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

/** For each node of a text, in order, the words that end there. The first node is the beginning, the last the end. */
function toGraph(tokens: readonly Token[]): Edge[][] {
  const ending: Edge[][] = [[]];
  const usual: Edge[] = [];
  for (const { readings, source, isFirst } of tokens) {
    const begin = ending.length - 1;
    // The nodes inside all readings precede the node where the readings end.
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
