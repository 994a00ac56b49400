import type { Editor } from '@tiptap/core';
import { nanoid } from 'nanoid';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Door } from '../edit-room';
import type { Loaded } from '../load-transcript';
import { nameOf, openTogether } from '../together/open-together';
import type { Together } from '../together/together';
import { openSaving } from './open-saving';
import type { Saving, SavingView } from './saving';

/** What saves an open transcript, and what joins it with the others who have it open. */
interface Owned {
  saving: Saving;
  together: Together;
}

/** What saves an open transcript and joins it with the others who have it open; undefined until there is an editor. */
export function useOwnedSaving(editor: Editor | null, door: Door, loaded: Loaded): Owned | undefined {
  const [entered] = useState(door);
  const [place] = useState(makePlace);
  useEffect(() => {
    if (editor === null) return;
    const owned = open(editor, entered, loaded);
    place.put(owned);
    return () => {
      owned.together.end();
      owned.saving.end();
      place.put(undefined);
    };
  }, [editor, entered, loaded, place]);
  return useSyncExternalStore(place.subscribe, place.get, place.get);
}

function open(editor: Editor, door: Door, loaded: Loaded): Owned {
  const client = nanoid();
  let together: Together | undefined;
  const name = (): string | undefined => (together === undefined ? nameOf(door) : together.guestName());
  const saving = openSaving(editor, { door, loaded, client, name });
  together = openTogether(editor, { door, client, saving });
  return { saving, together };
}

/** Where what is opened after the first paint can be found. */
function makePlace(): {
  get: () => Owned | undefined;
  put: (owned: Owned | undefined) => void;
  subscribe: (listener: () => void) => () => void;
} {
  let owned: Owned | undefined;
  const listeners = new Set<() => void>();
  return {
    get: () => owned,
    put(next: Owned | undefined) {
      owned = next;
      for (const listener of listeners) listener();
    },
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** What is shown of saving now. */
export function useSavingView(saving: Saving): SavingView {
  return useSyncExternalStore(saving.subscribe, saving.view, saving.view);
}
