import { toBase, getLocalChange } from '#components/editor/sync/state/base.ts';
import { monologue, createState } from '#e2e/support/editor/scripted-server';
import { note } from './note';

const monologues = 1000;
const rounds = 51;

/** Measures finding the text typed since the last save in a long transcript that is otherwise known. */
export function measureChanges(): Promise<void> {
  const edit = {
    revision: 0,
    speakers: [{ id: 0, name: 'Anna' }],
    monologues: Array.from({ length: monologues }, (_, i) =>
      monologue(`m${i}`, `a${String(i).padStart(4, '1')}`, 'word '.repeat(50)),
    ),
  };
  const base = toBase(edit);
  let state = createState(edit);
  const measure = (): number => {
    const began = performance.now();
    getLocalChange(base, state.doc);
    return performance.now() - began;
  };
  const first = measure();
  const times = Array.from({ length: rounds }, () => {
    state = state.apply(state.tr.insertText('x', 1));
    return measure();
  }).toSorted((a, b) => a - b);
  const median = times[Math.floor(rounds / 2)] ?? Number.NaN;
  note('A letter found in 1,000 monologues', `${median.toFixed(2)} ms`, `${first.toFixed(1)} ms at first`);
  return Promise.resolve();
}
