import { createMostSharedFinder } from '#lib/imports/find-most-shared';
import type { LinkedParagraph } from '#lib/imports/link-paragraphs';
import { cleanName } from '#lib/transcript/clean-name';
import { maxSpeakerName, type Edit, type EditedSpeaker } from '#lib/transcript/edit';

/** The speaker of each paragraph: by name, or where the file names nobody, the one whose words they are. */
export function nameSpeakers(
  aligned: readonly LinkedParagraph[],
  base: Edit,
): { speakers: number[]; all: EditedSpeaker[] } {
  const all = [...base.speakers];
  const byName = new Map(all.map(({ id, name }) => [toNameKey(name), id]));
  const findMostShared = createMostSharedFinder(base);
  let last = all[0]?.id ?? 0;
  let nextId = Math.max(-1, ...all.map(({ id }) => id)) + 1;
  const add = (name: string): number => {
    all.push({ id: nextId, name });
    byName.set(toNameKey(name), nextId);
    return nextId++;
  };
  const speakers = aligned.map(({ speaker, range }) => {
    const name = speaker === undefined ? '' : cleanName(speaker, maxSpeakerName / 2);
    last =
      name === '' ? (findMostShared(range)?.speaker ?? last) : (byName.get(toNameKey(name)) ?? add(name));
    return last;
  });
  return { speakers, all };
}

/** The key by which names are told apart: their letters in any case. */
export function toNameKey(name: string): string {
  return name.normalize('NFC').trim().toLowerCase();
}
