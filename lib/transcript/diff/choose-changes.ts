import { generateNKeysBetween } from 'fractional-indexing';
import {
  isChanged,
  type ComparedMonologue,
  type Comparison,
  type RenamedSpeaker,
} from '#lib/transcript/diff/compare-words';
import {
  applyChange,
  indexById,
  type Edit,
  type EditChange,
  type EditedMonologue,
  type EditedSpeaker,
} from '#lib/transcript/edit';

/** A part of a comparison: an independent change (a rename or a group of paragraphs), or unchanged paragraphs. */
export type ChangeOrUnchanged =
  | { kind: 'rename'; renamed: RenamedSpeaker }
  | { kind: 'paragraphs' | 'unchanged'; paragraphs: ComparedMonologue[] };

/**
 * Divides the comparison of `base` with the result of `change` into independent changes and the unchanged paragraphs
 * between, in order, renames first.
 */
export function divideChanges(
  { monologues, renamed }: Comparison,
  { base, change }: { base: Edit; change: EditChange },
): ChangeOrUnchanged[] {
  const places = new Map(base.monologues.map(({ id, place }) => [id, place]));
  const moved = new Set(
    change.put.flatMap(({ id, place }) => (places.has(id) && places.get(id) !== place ? [id] : [])),
  );
  const divided: ChangeOrUnchanged[] = renamed.map((each) => ({ kind: 'rename', renamed: each }));
  for (const group of groupByText(monologues)) {
    // If two paragraphs swapped positions, either can count as the moved one.
    const paragraphs = group.map((each) =>
      each.moved === moved.has(each.id) ? each : { ...each, moved: !each.moved },
    );
    const last = divided.at(-1);
    if (paragraphs.some(isChanged)) divided.push({ kind: 'paragraphs', paragraphs });
    else if (last?.kind === 'unchanged') last.paragraphs.push(...paragraphs);
    else divided.push({ kind: 'unchanged', paragraphs });
  }
  return divided;
}

/** Groups paragraphs so that no text moves between groups. */
function groupByText(monologues: readonly ComparedMonologue[]): ComparedMonologue[][] {
  const groups: ComparedMonologue[][] = [];
  for (const monologue of monologues) {
    const group = [monologue];
    if (sharesText(monologue)) {
      // The paragraph that has or had its text, and those in between.
      for (let last = groups.pop(); last !== undefined; last = groups.pop()) {
        group.unshift(...last);
        if (last.some(({ beginning }) => beginning !== monologue.beginning)) break;
      }
    }
    groups.push(group);
  }
  return groups;
}

/** True if a new or deleted paragraph shares words with the one before. */
function sharesText({ beginning, runs }: ComparedMonologue): boolean {
  return beginning !== 'same' && runs.some(({ kind, text }) => kind !== beginning && text.trim() !== '');
}

/** Applies the chosen parts of a change of `base`. Leaves out what the comparison doesn't show, such as new times. */
export function chooseChanges(
  base: Edit,
  {
    change,
    divided,
    chosen,
  }: { change: EditChange; divided: readonly ChangeOrUnchanged[]; chosen: ReadonlySet<ChangeOrUnchanged> },
): EditChange {
  const wanted = new Set<string>();
  const names = new Map<number, string>();
  for (const each of chosen) {
    if (each.kind === 'rename') names.set(each.renamed.id, each.renamed.after);
    else for (const { id, idBefore } of each.paragraphs) wanted.add(id).add(idBefore ?? id);
  }
  const remove = change.remove.filter((id) => wanted.has(id));
  const put = setPlaces(
    change.put.filter(({ id }) => wanted.has(id)),
    {
      base,
      remove,
      ids: divided.flatMap((each) => (each.kind === 'rename' ? [] : listIds(each.paragraphs))),
    },
  );
  const speakers = chooseSpeakers(base, {
    change,
    names,
    monologues: applyChange(base, { put, remove }).monologues,
  });
  return { put, remove, ...(speakers !== undefined && { speakers }) };
}

const listIds = (paragraphs: readonly ComparedMonologue[]): string[] =>
  paragraphs.flatMap(({ id, idBefore }) =>
    idBefore === undefined || idBefore === id ? [id] : [idBefore, id],
  );

/** Positions new and moved monologues correctly among those left out. `ids` are all IDs in order. */
function setPlaces(
  put: readonly EditedMonologue[],
  { base, remove, ids }: { base: Edit; remove: readonly string[]; ids: readonly string[] },
): EditedMonologue[] {
  const gone = new Set(remove);
  const before = indexById(base.monologues);
  const changed = indexById(put);
  const places = new Map<string, string>();
  let last = null as string | null;
  let waiting: string[] = [];
  const place = (next: string | null): void => {
    const keys = generateNKeysBetween(last, next, waiting.length);
    for (const [i, id] of waiting.entries()) places.set(id, keys[i] ?? '');
    waiting = [];
    last = next;
  };
  for (const id of ids) {
    const known = before.get(id)?.place;
    const is = changed.get(id);
    if (is !== undefined && is.place !== known) waiting.push(id);
    else if (known !== undefined && !gone.has(id) && (last === null || known > last)) place(known);
  }
  place(null);
  return put.map((monologue) => ({ ...monologue, place: places.get(monologue.id) ?? monologue.place }));
}

/** Returns the speakers with the chosen names, including those in use; undefined if nothing changed. */
function chooseSpeakers(
  base: Edit,
  {
    change,
    names,
    monologues,
  }: { change: EditChange; names: ReadonlyMap<number, string>; monologues: readonly EditedMonologue[] },
): EditedSpeaker[] | undefined {
  const { speakers } = change;
  if (speakers === undefined) return undefined;
  const used = new Set(monologues.map(({ speaker }) => speaker));
  const before = indexById(base.speakers);
  const after = indexById(speakers);
  const kept = base.speakers.filter(({ id }) => after.has(id) || used.has(id));
  const added = speakers.filter(({ id }) => !before.has(id) && used.has(id));
  const named = [...kept, ...added].map((speaker) => ({
    ...speaker,
    name: names.get(speaker.id) ?? speaker.name,
  }));
  const isSame =
    named.length === base.speakers.length && named.every(({ id, name }) => before.get(id)?.name === name);
  return isSame ? undefined : named;
}
