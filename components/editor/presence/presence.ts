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

/** The other people, and changes of the recording and its name from the server. */
export interface Presence {
  /** This tab's name among all that are open. */
  client: string;
  /** All people including this tab; the same list until someone joins, leaves or moves. */
  people: ReadableStore<readonly Person[]>;
  /** A guest's name; undefined until one is given. */
  guestName: ReadableStore<string | undefined>;
  setGuestName: (name: string) => void;
  /** The transcript's name. */
  jobName: Store<string>;
  /** Calls when the recording's rendition changes its state. Returns an unsubscribe function. */
  onMedia: (listener: () => void) => () => void;
  end: () => void;
}
