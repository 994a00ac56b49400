import type { ComparedMonologue, ComparedRun } from '#lib/transcript/diff/compare-words';

/** Unmarks whitespace changes at the seams of joined or split paragraphs: marked, they would look like a dash. */
export function withoutSeams(monologues: readonly ComparedMonologue[]): ComparedMonologue[] {
  return monologues.map((monologue, i) => {
    const next = monologues[i + 1];
    let { runs } = monologue;
    if (monologue.beginning !== 'same') runs = trimStart(runs);
    if (next !== undefined && next.beginning !== 'same') runs = trimEnd(runs);
    return runs === monologue.runs ? monologue : { ...monologue, runs };
  });
}

function trimStart(runs: ComparedRun[]): ComparedRun[] {
  const [first, ...rest] = runs;
  if (first === undefined || first.kind === 'same' || first.text === first.text.trimStart()) return runs;
  const text = first.text.trimStart();
  return text === '' ? trimStart(rest) : [{ ...first, text }, ...rest];
}

function trimEnd(runs: ComparedRun[]): ComparedRun[] {
  const last = runs.at(-1);
  if (last === undefined || last.kind === 'same' || last.text === last.text.trimEnd()) return runs;
  const [rest, text] = [runs.slice(0, -1), last.text.trimEnd()];
  return text === '' ? trimEnd(rest) : [...rest, { ...last, text }];
}
