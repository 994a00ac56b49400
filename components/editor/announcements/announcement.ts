import type { Store } from '#components/ui/store.ts';

/** What a screen reader is to say. */
export interface Announcement {
  text: string;
  /** Grows each time: the same text is said again when it is announced again. */
  number: number;
}

/** Holds what was announced last. */
export type AnnouncementStore = Store<Announcement>;

/** Has a screen reader say this, politely. */
export function announceIn(store: AnnouncementStore, text: string): void {
  store.set({ text, number: store.get().number + 1 });
}
