import type { LinkedParagraph } from '#lib/imports/align/link-paragraphs';
import { cleanName } from '#lib/transcript/clean-name';
import { maxSpeakerName, type Edit, type EditedSpeaker, type EditedMonologue } from '#lib/transcript/edit';
import type { WordRange } from '#lib/transcript/align/word-range';

/**
 * Returns the speaker of each paragraph: by name, or by its machine words if the file names none. Renames a speaker
 * whom the file calls by another name throughout.
 */
export function nameSpeakers(
  aligned: readonly LinkedParagraph[],
  base: Edit,
): { speakers: number[]; all: EditedSpeaker[] } {
  const findMostShared = createMostSharedFinder(base);
  const paragraphs = aligned.map(({ speaker, range, moved }) => ({
    name: speaker === undefined ? '' : cleanName(speaker, maxSpeakerName / 2),
    was: (moved ?? findMostShared(range))?.speaker,
  }));
  const renamed = findRenamed(paragraphs, base);
  const all = base.speakers.map((speaker) => ({ ...speaker, name: renamed.get(speaker.id) ?? speaker.name }));
  const byName = new Map(all.map(({ id, name }) => [toNameKey(name), id]));
  let last = all[0]?.id ?? 0;
  let nextId = Math.max(-1, ...all.map(({ id }) => id)) + 1;
  const add = (name: string): number => {
    all.push({ id: nextId, name });
    byName.set(toNameKey(name), nextId);
    return nextId++;
  };
  const speakers = paragraphs.map(({ name, was }) => {
    last = name === '' ? (was ?? last) : (byName.get(toNameKey(name)) ?? add(name));
    return last;
  });
  return { speakers, all };
}

/** New names by the IDs of missing speakers. Each name must cover most paragraphs of the other. */
function findRenamed(
  paragraphs: ReadonlyArray<{ name: string; was: number | undefined }>,
  { speakers }: Edit,
): Map<number, string> {
  const taken = new Set(speakers.map(({ name }) => toNameKey(name)));
  const here = new Set(paragraphs.map(({ name }) => toNameKey(name)));
  const gone = new Set(speakers.flatMap(({ id, name }) => (here.has(toNameKey(name)) ? [] : [id])));
  const named = paragraphs.filter(({ name }) => name !== '');
  const isNew = ({ name }: { name: string }): boolean => !taken.has(toNameKey(name));
  const pairs = countEach(named.filter(isNew), ({ name, was }) =>
    was !== undefined && gone.has(was) ? `${was} ${toNameKey(name)}` : undefined,
  );
  const totals = {
    byName: countEach(named, ({ name }) => toNameKey(name)),
    bySpeaker: countEach(named, ({ was }) => was),
  };
  const renamed = new Map<number, string>();
  for (const { name, was } of named) {
    if (was === undefined || renamed.has(was)) continue;
    const shared = pairs.get(`${was} ${toNameKey(name)}`) ?? 0;
    const isMost = (total: number | undefined): boolean => shared * 2 > (total ?? 0);
    if (isMost(totals.byName.get(toNameKey(name))) && isMost(totals.bySpeaker.get(was)))
      renamed.set(was, name);
  }
  return renamed;
}

function countEach<Item, Key>(
  items: readonly Item[],
  getKey: (item: Item) => Key | undefined,
): Map<Key, number> {
  const counts = new Map<Key, number>();
  for (const item of items) {
    const key = getKey(item);
    if (key !== undefined) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

/** The key that compares names, ignoring case. */
export function toNameKey(name: string): string {
  return name.normalize('NFC').trim().toLowerCase();
}

/** Creates a function that finds the monologue with the most words of a range. Ranges must come in order. */
export function createMostSharedFinder({
  monologues,
}: Edit): (range: WordRange) => EditedMonologue | undefined {
  const inOrder = monologues.filter(({ from, to }) => from < to).toSorted((a, b) => a.from - b.from);
  let first = 0;
  return (range) => {
    while (first < inOrder.length && (inOrder[first]?.to ?? 0) <= range.from) first += 1;
    let best: EditedMonologue | undefined;
    let most = 0;
    for (let i = first; i < inOrder.length; i++) {
      const each = inOrder[i];
      if (each === undefined || each.from >= range.to) break;
      const shared = Math.min(each.to, range.to) - Math.max(each.from, range.from);
      if (shared > most) [best, most] = [each, shared];
    }
    return best;
  };
}
