import type { Editor } from '@tiptap/core';
import { togetherTexts as texts } from '#components/texts/together';
import type { Door } from '../edit-room';
import type { Saving } from '../saving/saving';
import { hearEvents } from './event-stream';
import { keepGuestName, readGuestName } from './guest-name';
import { markPeople } from './mark-people';
import { tellPresence } from './tell-presence';
import type { Person, Together } from './together';

/** The name a tab goes by: a guest's own; an owner's is the account's. */
export const nameOf = (door: Door): string | undefined => (door.isOwner ? undefined : readGuestName());

/** Joins the others who have the transcript open: hears what they do and tells where this tab is. */
export function openTogether(
  editor: Editor,
  { door, client, saving }: { door: Door; client: string; saving: Saving },
): Together {
  const listeners = new Set<() => void>();
  const mediaListeners = new Set<() => void>();
  let people: readonly Person[] = [];
  let given = nameOf(door);
  const tellAll = (): void => {
    for (const listener of listeners) listener();
  };
  const marks = markPeople(editor, () => people.filter((one) => one.client !== client));
  // A tab that only reads along is the same person as the one that edits.
  const isHere = (): boolean => !['opening', 'elsewhere'].includes(saving.view().state.kind);
  let wasHere = isHere();
  const presence = tellPresence(editor, { address: door.address, client, name: () => given, isHere });
  const endEvents = hearEvents(door.address, {
    since: saving.revision,
    revision: saving.hear,
    people(now) {
      people = now;
      marks.paint();
      tellAll();
    },
    media() {
      for (const listener of mediaListeners) listener();
    },
    ended: (reason) => saving.close(texts.ended[reason]),
    opened() {
      presence.tell();
      saving.reached();
    },
    async failed() {
      await saving.check();
      return saving.view().state.kind !== 'closed';
    },
  });
  const endSaving = saving.subscribe(() => {
    if (isHere() && !wasHere) presence.tell();
    wasHere = isHere();
  });
  return {
    client,
    people: () => people,
    guestName: () => given,
    setGuestName(name) {
      given = name;
      keepGuestName(name);
      presence.tell();
      tellAll();
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    onMedia(listener) {
      mediaListeners.add(listener);
      return () => void mediaListeners.delete(listener);
    },
    end() {
      endEvents();
      endSaving();
      presence.end();
      marks.end();
      listeners.clear();
      mediaListeners.clear();
    },
  };
}
