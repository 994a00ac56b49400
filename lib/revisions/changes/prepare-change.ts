import { parseChange } from '#lib/revisions/changes/parse-change';
import { countWords } from '#lib/revisions/changes/count-words';
import { isLargeChange } from '#lib/revisions/later/is-large-change';
import { Refusal, type FaultyParameters } from '#lib/refusal';
import type { EditChange, EditedMonologue } from '#lib/transcript/edit';

/** Monologues, ready to insert as rows. */
export interface NewRows {
  /** An array of `EditedMonologue` as JSON. */
  monologues: string;
  /** The word count of each. */
  words: number[];
}

/**
 * A change ready to save: its monologues as JSON, and the facts that saving depends on. A thread prepares large ones,
 * so that the event loop handles a string instead of thousands of objects.
 */
export interface PreparedChange extends NewRows, Omit<EditChange, 'put'> {
  /** The IDs of the monologues to put. */
  ids: string[];
  /** One of the monologues per speaker, and the one whose range ends last. */
  spoken: Array<Pick<EditedMonologue, 'id' | 'speaker'>>;
  last?: Pick<EditedMonologue, 'id' | 'to'>;
  /** The total number of machine words in all ranges. */
  sources: number;
  /** The monologues to put, if few enough to summarize and index immediately. */
  few?: EditedMonologue[];
}

/** Prepares monologues for insertion. Linear. */
export function toRows(monologues: readonly EditedMonologue[]): NewRows {
  return {
    monologues: JSON.stringify(monologues),
    words: monologues.map((monologue) => countWords([monologue])),
  };
}

/** Prepares a change for saving. Linear. */
export function prepareChange({ put, remove, speakers }: EditChange): PreparedChange {
  const [first, ...others] = put;
  const last = others.reduce((latest, each) => (latest && latest.to >= each.to ? latest : each), first);
  return {
    ...toRows(put),
    remove,
    ...(speakers !== undefined && { speakers }),
    ids: put.map(({ id }) => id),
    spoken: [...new Map(put.map(({ id, speaker }) => [speaker, { id, speaker }])).values()],
    ...(last !== undefined && { last: { id: last.id, to: last.to } }),
    sources: put.reduce((sum, { from, to }) => sum + to - from, 0),
    ...(!isLargeChange(put) && { few: put }),
  };
}

/** Returns the original `EditChange` as JSON. */
export function writeChange({ monologues, remove, speakers }: PreparedChange): string {
  return `{"put":${monologues},${JSON.stringify({ remove, speakers }).slice(1)}`;
}

/** A client's change and the rest of its request body, or the reason why it is invalid. */
export type SentChange =
  | { kind: 'change'; change: PreparedChange; rest: unknown }
  | { kind: 'faulty'; parameters: FaultyParameters }
  | { kind: 'no-json' };

/** Parses and prepares a client's change: a JSON body, or its member of this name. Costs as much as `parseChange`. */
export async function readSentChange({
  json,
  member,
}: {
  json: string;
  member?: string | undefined;
}): Promise<SentChange> {
  let sent: unknown;
  try {
    sent = JSON.parse(json);
  } catch {
    return { kind: 'no-json' };
  }
  const { [member ?? '']: inside, ...rest } = Object(sent) as Record<string, unknown>;
  try {
    const change = await parseChange(member === undefined ? sent : inside);
    return { kind: 'change', change: prepareChange(change), rest: member === undefined ? undefined : rest };
  } catch (error) {
    if (!(error instanceof Refusal) || error.reason.kind !== 'invalid-parameters') throw error;
    return { kind: 'faulty', parameters: error.reason.parameters };
  }
}
