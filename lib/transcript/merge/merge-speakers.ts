import { type EditChange, type EditedSpeaker, indexById } from '#lib/transcript/edit';

interface Sides {
  base: readonly EditedSpeaker[];
  mine: readonly EditedSpeaker[];
  theirs: readonly EditedSpeaker[];
}

/** Renumbers speakers that I added under IDs that they gave to others. */
export function renumberSpeakers(
  base: readonly EditedSpeaker[],
  mine: EditChange,
  theirs: EditChange,
): EditChange {
  const taken = new Map((theirs.speakers ?? []).map((speaker) => [speaker.id, speaker]));
  const old = new Set(base.map(({ id }) => id));
  let next = Math.max(-1, ...[...base, ...(mine.speakers ?? []), ...taken.values()].map(({ id }) => id)) + 1;
  const renumbered = new Map<number, number>();
  for (const speaker of mine.speakers ?? []) {
    const other = taken.get(speaker.id);
    if (other && !old.has(speaker.id) && !isSameSpeaker(speaker, other)) renumbered.set(speaker.id, next++);
  }
  if (renumbered.size === 0) return mine;
  const getId = (id: number) => renumbered.get(id) ?? id;
  return {
    put: mine.put.map((monologue) => ({ ...monologue, speaker: getId(monologue.speaker) })),
    remove: mine.remove,
    speakers: (mine.speakers ?? []).map((speaker) => ({ ...speaker, id: getId(speaker.id) })),
  };
}

/** Merges both lists, theirs first. If both changed a speaker, theirs wins. Keeps speakers in use. */
export function mergeSpeakers({ base, mine, theirs }: Sides, used: ReadonlySet<number>): EditedSpeaker[] {
  const [was, my, their] = [indexById(base), indexById(mine), indexById(theirs)];
  const merged: EditedSpeaker[] = [];
  for (const id of new Set([...theirs, ...mine, ...base].map((speaker) => speaker.id))) {
    const speaker = mergeSpeaker(was.get(id), my.get(id), their.get(id));
    const isGone = was.has(id) && !(my.has(id) && their.has(id));
    if (speaker && (!isGone || used.has(id))) merged.push(speaker);
  }
  return merged;
}

function mergeSpeaker(
  was: EditedSpeaker | undefined,
  mine: EditedSpeaker | undefined,
  theirs: EditedSpeaker | undefined,
): EditedSpeaker | undefined {
  if (!was || !mine || !theirs) return theirs ?? mine ?? was;
  const name = theirs.name === was.name ? mine.name : theirs.name;
  const colour = theirs.colour === was.colour ? mine.colour : theirs.colour;
  return { id: was.id, name, ...(colour === undefined ? {} : { colour }) };
}

export function isSameSpeaker(speaker: EditedSpeaker, other: EditedSpeaker): boolean {
  return speaker.id === other.id && speaker.name === other.name && speaker.colour === other.colour;
}
