import type { ReadableStore, Store } from '#components/ui/store.ts';

/** A person who has the transcript open. */
export interface Person {
  client: string;
  name: string;
  /** One of ten, 0 to 9. */
  colour: number;
  monologue?: string;
  may: 'view' | 'edit';
}

/** Other people, and server events about the recording and its name. */
export interface Presence {
  /** This tab's ID among all open tabs. */
  client: string;
  /** All people, including this tab. The list stays identical until someone joins, leaves or moves. */
  people: ReadableStore<readonly Person[]>;
  /** A guest's name; undefined until one is given. */
  guestName: ReadableStore<string | undefined>;
  setGuestName: (name: string) => void;
  /** The transcript's name. */
  jobName: Store<string>;
  /** Calls when the state of the recording's rendition changes. Returns an unsubscribe function. */
  onMedia: (listener: () => void) => () => void;
  end: () => void;
}
