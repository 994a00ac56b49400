import type { Store } from '#components/ui/store.ts';

/** What a screen reader is to say. */
export interface Announcement {
  text: string;
  /** Grows each time: the same text is said again when it is announced again. */
  number: number;
}

/** Holds what was announced last. */
export type AnnouncementStore = Store<Announcement>;
