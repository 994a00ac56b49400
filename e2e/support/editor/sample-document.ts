import { getSchema } from '@tiptap/core';
import { history } from '@tiptap/pm/history';
import { EditorState, TextSelection, type Plugin, type Transaction } from '@tiptap/pm/state';
import { machineEdit, type Edit } from '#lib/transcript/edit';
import type { MachineWord } from '#lib/transcript/model';
import type { Dispatcher } from '#components/editor/document/single-undo-step.ts';
import { repairPlugin } from '#components/editor/document/paragraphs/repair.ts';
import { documentSchema } from '#components/editor/document/schema.ts';
import { getTiming } from '#components/editor/document/timing.ts';
import { getAttributes, toDocument } from '#components/editor/document/to-document.ts';

/** Returns distinct words, half a second each. */
export const wordsNamed = (count: number): MachineWord[] =>
  Array.from({ length: count }, (_, i) => ({
    text: `w${i}`,
    startMs: i * 500,
    endMs: i * 500 + 400,
    confidence: 0.9,
  }));

/** A document without a page for tests: its state, and a dispatcher that changes it. */
export interface SampleDocument extends Dispatcher {
  state: EditorState;
  words: readonly MachineWord[];
  /** Sets the caret, or a selection, at characters of monologues. */
  select(monologue: number, offset: number, toMonologue?: number, toOffset?: number): void;
}

/** Returns a document of `monologues` monologues with `each` words, by two speakers in turn. */
export function createSampleDocument(monologues: number, each: number): SampleDocument {
  const words = wordsNamed(monologues * each);
  const turns = Array.from({ length: monologues }, (_, i) => ({
    id: i,
    speaker: i % 2,
    from: i * each,
    to: (i + 1) * each,
  }));
  const speakers = [
    { id: 0, name: 'Anna' },
    { id: 1, name: 'Ben' },
  ];
  return openSampleDocument(machineEdit({ words, speakers, monologues: turns }), words);
}

/** Returns the document of an edit. */
export function openSampleDocument(
  edit: Pick<Edit, 'speakers' | 'monologues'>,
  words: readonly MachineWord[],
  plugins: readonly Plugin[] = [],
): SampleDocument {
  const schema = getSchema(documentSchema());
  const doc = schema.nodeFromJSON(toDocument(edit));
  const sample: SampleDocument = {
    words,
    state: EditorState.create({ doc, plugins: [history({ depth: 1000 }), repairPlugin(words), ...plugins] }),
    dispatch(tr: Transaction) {
      sample.state = sample.state.apply(tr);
    },
    select(monologue, offset, toMonologue = monologue, toOffset = offset) {
      const anchor = getMonologueStart(sample.state, monologue) + offset;
      const head = getMonologueStart(sample.state, toMonologue) + toOffset;
      sample.dispatch(sample.state.tr.setSelection(TextSelection.create(sample.state.doc, anchor, head)));
    },
  };
  return sample;
}

/** Returns the position at which the content of a monologue begins. */
export function getMonologueStart({ doc }: EditorState, index: number): number {
  let position = 1;
  for (let i = 0; i < index; i++) position += doc.child(i).nodeSize;
  return position;
}

/** Returns every word of the document with its start time. */
export function getTimes({ state, words }: SampleDocument): Array<[string, number]> {
  return state.doc.children.flatMap((node) =>
    getTiming(node, words).map(({ text, startMs }): [string, number] => [text, startMs]),
  );
}

/** Returns descriptions of what is wrong with a document's ids, order keys, and ranges. */
export function findFaults({ state, words }: SampleDocument): string[] {
  const all = state.doc.children.map(getAttributes);
  const faults = all.flatMap(({ id, place, from, to }, i) => {
    const next = all[i + 1];
    const isPlaced = next === undefined || place < next.place || (place === next.place && id < next.id);
    return [
      ...(id === '' ? [`${i} has no id`] : []),
      ...(isPlaced ? [] : [`${i} has ${place} before ${next.place}`]),
      ...(from <= to && from >= 0 && to <= words.length ? [] : [`${i} has words ${from} to ${to}`]),
    ];
  });
  return new Set(all.map(({ id }) => id)).size === all.length ? faults : [...faults, 'an id stands twice'];
}
