import { generateKeyBetween } from 'fractional-indexing';
import * as fc from 'fast-check';
import {
  applyChange,
  sortMonologues,
  machineEdit,
  toText,
  type Edit,
  type EditChange,
  type EditedMonologue,
  type Piece,
} from '#lib/transcript/edit';
import { mergeEdits } from '#lib/transcript/merge/merge-edits';
import type { MachineWord } from '#lib/transcript/model';

/* Generated transcripts and random edits of them, for tests. */

/** Returns this many words: `w0`, `w1`, …, starting over after `different` of them. */
function machineWords(count: number, different: number): MachineWord[] {
  return Array.from({ length: count }, (_, i) => ({
    text: `w${i % different}`,
    startMs: i * 300,
    endMs: i * 300 + 250,
    confidence: 1,
  }));
}

/** Returns the machine's edit of monologues with these numbers of words, all distinct, by two speakers in turn. */
export function toEdit(lengths: readonly number[]): { edit: Edit; words: MachineWord[] } {
  return createRepeatingEdit(lengths, Number.POSITIVE_INFINITY);
}

/** Returns the same with only this many distinct words. */
export function createRepeatingEdit(
  lengths: readonly number[],
  different: number,
): { edit: Edit; words: MachineWord[] } {
  const count = lengths.reduce((sum, length) => sum + length, 0);
  const words = machineWords(count, different);
  let from = 0;
  const monologues = lengths.map((length, id) => ({ id, speaker: id % 2, from, to: (from += length) }));
  const speakers = [0, 1].map((id) => ({ id, name: `Speaker ${id + 1}` }));
  return { edit: machineEdit({ words, speakers, monologues }), words };
}

/** Returns the machine's edit of monologues with these words, half a second each, all by one speaker. */
export function toSpokenEdit(turns: ReadonlyArray<readonly string[]>): { edit: Edit; words: MachineWord[] } {
  const words = turns
    .flat()
    .map((text, i) => ({ text, startMs: i * 500, endMs: i * 500 + 400, confidence: 0.9 }));
  let from = 0;
  const monologues = turns.map(({ length }, id) => ({ id, speaker: 0, from, to: (from += length) }));
  return { edit: machineEdit({ words, speakers: [{ id: 0, name: 'Anna' }], monologues }), words };
}

/** An edit by a person at a monologue and a word of it, both chosen by any number. */
export interface Step {
  what: (typeof things)[number];
  monologue: number;
  word: number;
}

const things = [
  'insert',
  'remove',
  'replace',
  'tag',
  'space',
  'split',
  'merge',
  'add',
  'drop',
  'give',
  'name',
  'move',
] as const;

/** Generates steps of every kind except those left out. */
export function steps(maxSteps: number, ...leftOut: ReadonlyArray<Step['what']>): fc.Arbitrary<Step[]> {
  const what = fc.constantFrom(...things.filter((thing) => !leftOut.includes(thing)));
  return fc.array(fc.record({ what, monologue: fc.nat(20), word: fc.nat(20) }), { maxLength: maxSteps });
}

/** Returns the edit after an author's steps; new words and ids begin with the author's name. */
export function alter(edit: Edit, steps: readonly Step[], author: string): Edit {
  let altered = edit;
  for (const [i, step] of steps.entries()) altered = alterOnce(altered, step, `${author}${i}`);
  return altered;
}

function alterOnce(edit: Edit, step: Step, name: string): Edit {
  if (step.what === 'name') {
    const speakers = edit.speakers.map((speaker) =>
      speaker.id === step.word % 2 ? { ...speaker, name } : speaker,
    );
    return { ...edit, speakers };
  }
  const i = step.monologue % Math.max(1, edit.monologues.length);
  const [monologue, next] = [edit.monologues[i], edit.monologues[i + 1]];
  if (!monologue) return edit;
  const tokens = tokensIn(monologue.content);
  const at = step.word % (tokens.length + 1);
  const others = edit.monologues.filter((other) => other !== monologue);
  const behind = generateKeyBetween(monologue.place, placeAfter(edit, monologue.place));
  const cut = Math.min(monologue.to, monologue.from + at);
  const withTokens = (...changed: Piece[]) => [...others, { ...monologue, content: contentFrom(changed) }];
  const result: Record<Exclude<Step['what'], 'name'>, () => EditedMonologue[]> = {
    insert: () => withTokens(...tokens.toSpliced(at, 0, { text: name })),
    remove: () => withTokens(...tokens.toSpliced(at, 1)),
    replace: () => withTokens(...tokens.toSpliced(at, 1, { text: name })),
    tag: () => withTokens(...tokens.toSpliced(at, 0, { tag: `[${name}]` })),
    space: () => [
      ...others,
      {
        ...monologue,
        content: monologue.content.map((piece) =>
          'tag' in piece ? piece : { text: piece.text.replace(' ', '  ') },
        ),
      },
    ],
    split: () => [
      ...others,
      { ...monologue, to: cut, content: contentFrom(tokens.slice(0, at)) },
      { ...monologue, id: `${name}s`, place: behind, from: cut, content: contentFrom(tokens.slice(at)) },
    ],
    merge: () =>
      next
        ? [
            ...others.filter((other) => other !== next),
            {
              ...monologue,
              to: Math.max(monologue.to, next.to),
              content: contentFrom([...tokens, ...tokensIn(next.content)]),
            },
          ]
        : edit.monologues,
    add: () => [
      ...edit.monologues,
      { ...monologue, id: `${name}a`, place: behind, from: monologue.to, content: [{ text: name }] },
    ],
    drop: () => others,
    give: () => [...others, { ...monologue, speaker: step.word % 2 }],
    move: () => {
      const target = edit.monologues[step.word % edit.monologues.length]?.place ?? '';
      return [...others, { ...monologue, place: generateKeyBetween(target, placeAfter(edit, target)) }];
    },
  };
  return { ...edit, monologues: sortMonologues(result[step.what]()) };
}

function placeAfter(edit: Edit, place: string): string | null {
  return edit.monologues.find((other) => other.place > place)?.place ?? null;
}

/** Returns the words and tags of a content. */
export function tokensIn(content: readonly Piece[]): Piece[] {
  return content.flatMap((piece): Piece[] =>
    'tag' in piece ? [piece] : (piece.text.match(/\S+/gu) ?? []).map((text) => ({ text })),
  );
}

function contentFrom(tokens: readonly Piece[]): Piece[] {
  const content: Piece[] = [];
  tokens.forEach((token, i) => {
    const last = content.at(-1);
    const space = i === 0 ? '' : ' ';
    if ('tag' in token) content.push(...(space ? [{ text: space }] : []), token);
    else if (last && 'text' in last) last.text += space + token.text;
    else content.push({ text: space + token.text });
  });
  return content;
}

/** Returns the change that a person who made `after` out of `before` has to save. */
export function changeBetween(before: Edit, after: Edit): EditChange {
  const was = new Map(before.monologues.map((monologue) => [monologue.id, JSON.stringify(monologue)]));
  const ids = new Set(after.monologues.map(({ id }) => id));
  return {
    put: after.monologues.filter((monologue) => was.get(monologue.id) !== JSON.stringify(monologue)),
    remove: before.monologues.flatMap(({ id }) => (ids.has(id) ? [] : [id])),
    ...(before.speakers === after.speakers ? {} : { speakers: after.speakers }),
  };
}

/** Returns all words and tags of an edit, as text, in order. */
export function toWords({ monologues }: Pick<Edit, 'monologues'>): string[] {
  return monologues.flatMap(({ content }) => tokensIn(content).map((token) => toText([token])));
}

/** Returns the edit with these texts; a new monologue takes its other properties from the first. */
export function put(
  edit: Edit,
  ...monologues: Array<Partial<Edit['monologues'][number]> & { id: string; text: string }>
): Edit {
  const [first] = edit.monologues;
  if (!first) return edit;
  const byId = new Map(edit.monologues.map((monologue) => [monologue.id, monologue]));
  const changed = monologues.map(({ text, ...rest }) => ({
    ...(byId.get(rest.id) ?? first),
    ...rest,
    content: text === '' ? [] : [{ text }],
  }));
  return { ...edit, ...applyChange(edit, { put: changed, remove: [] }) };
}

/** Returns the edit without these monologues. */
export function without(edit: Edit, ...remove: string[]): Edit {
  return { ...edit, ...applyChange(edit, { put: [], remove }) };
}

/** Merges both people's edits: returns the merge, and the edit that results. */
export function merge(base: Edit, mine: Edit, theirs: Edit, words: readonly MachineWord[]) {
  let made = 0;
  const changes = { mine: changeBetween(base, mine), theirs: changeBetween(base, theirs) };
  const merged = mergeEdits({ base, ...changes, words, newId: () => `new${made++}` });
  return { ...merged, result: applyChange(applyChange(base, changes.theirs), merged.change) };
}
