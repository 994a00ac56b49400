import type { ComparedMonologue, ComparedRun } from '#lib/transcript/diff/compare-words';
import { cutUnspaced } from '#lib/transcript/text/cut-unspaced';

/** A stretch of a comparison: a monologue to show, or some without any change to leave out. */
export type ComparedItem =
  | { kind: 'shown'; monologue: ComparedMonologue }
  | { kind: 'left-out'; monologues: ComparedMonologue[] };

const maxWords = 40;
const contextWords = 12;

/** True if its words, speaker, beginning or position changed. */
export function isChanged(monologue: ComparedMonologue): boolean {
  const { beginning, moved, speakerBefore, speakerAfter, runs } = monologue;
  if (beginning !== 'same' || moved || runs.some(({ kind }) => kind !== 'same')) return true;
  return speakerBefore?.id !== speakerAfter?.id;
}

/** The changed monologues with long unchanged stretches cut short; those without any change, several as one. */
export function cutUnchanged(monologues: readonly ComparedMonologue[]): ComparedItem[] {
  const items: ComparedItem[] = [];
  for (const monologue of monologues) {
    const last = items.at(-1);
    if (isChanged(monologue)) {
      items.push({ kind: 'shown', monologue: { ...monologue, runs: monologue.runs.map(cutRun) } });
    } else if (last?.kind === 'left-out') last.monologues.push(monologue);
    else items.push({ kind: 'left-out', monologues: [monologue] });
  }
  return items;
}

function cutRun(run: ComparedRun, at: number, runs: readonly ComparedRun[]): ComparedRun {
  if (run.kind !== 'same') return run;
  const words = (run.text.match(/\s*\S+\s*/gu) ?? []).flatMap(cutUnspaced);
  if (words.length <= maxWords) return run;
  const before = at === 0 ? '' : words.slice(0, contextWords).join('');
  const after = at === runs.length - 1 ? '' : words.slice(-contextWords).join('');
  return { kind: 'same', text: `${before}… ${after}` };
}
