import type { Editor } from '@tiptap/core';
import { nanoid } from 'nanoid';
import { useEffect, useState, useSyncExternalStore } from 'react';
import type { Door } from '../edit-room';
import type { Loaded } from '../load-transcript';
import { createStore, useStored } from '../store';
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
  const [place] = useState(() => createStore<Owned | undefined>(undefined));
  useEffect(() => {
    if (editor === null) return;
    const owned = open(editor, entered, loaded);
    place.set(owned);
    return () => {
      owned.together.end();
      owned.saving.end();
      place.set(undefined);
    };
  }, [editor, entered, loaded, place]);
  return useStored(place);
}

function open(editor: Editor, door: Door, loaded: Loaded): Owned {
  const client = nanoid();
  let together: Together | undefined;
  const name = (): string | undefined => (together === undefined ? nameOf(door) : together.guestName());
  const saving = openSaving(editor, { door, loaded, client, name });
  together = openTogether(editor, { door, client, saving });
  return { saving, together };
}

/** What is shown of saving now. */
export function useSavingView(saving: Saving): SavingView {
  return useSyncExternalStore(saving.subscribe, saving.view, saving.view);
}
