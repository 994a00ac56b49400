import { isChanged, type ComparedMonologue, type ComparedRun } from '#lib/transcript/diff/compare-words';
import { cutUnspaced } from '#lib/transcript/text/cut-unspaced';

/** Part of a comparison: a monologue to show, or unchanged ones to collapse. */
export type ComparedItem =
  | { kind: 'shown'; monologue: ComparedMonologue }
  | { kind: 'left-out'; monologues: ComparedMonologue[] };

const maxWords = 40;
const contextWords = 12;

/** The changed monologues, cut to their changes with context. Consecutive unchanged ones become one item. */
export function cutUnchanged(monologues: readonly ComparedMonologue[]): ComparedItem[] {
  const items: ComparedItem[] = [];
  for (const monologue of monologues) {
    const last = items.at(-1);
    if (isChanged(monologue)) items.push({ kind: 'shown', monologue: cutRuns(monologue) });
    else if (last?.kind === 'left-out') last.monologues.push(monologue);
    else items.push({ kind: 'left-out', monologues: [monologue] });
  }
  return items;
}

/** Cuts long unchanged stretches of a monologue short. */
export function cutRuns(monologue: ComparedMonologue): ComparedMonologue {
  return { ...monologue, runs: monologue.runs.map(cutRun) };
}

function cutRun(run: ComparedRun, at: number, runs: readonly ComparedRun[]): ComparedRun {
  if (run.kind !== 'same') return run;
  const words = (run.text.match(/\s*\S+\s*/gu) ?? []).flatMap(cutUnspaced);
  if (words.length <= maxWords) return run;
  // The start of a paragraph that was only moved identifies it.
  const before = at === 0 && runs.length > 1 ? '' : words.slice(0, contextWords).join('');
  const after = at === runs.length - 1 ? '' : words.slice(-contextWords).join('');
  return { kind: 'same', text: `${before}… ${after}` };
}
