/** Somebody who has the transcript open. */
export interface Person {
  client: string;
  name: string;
  /** One of ten, 0 to 9. */
  colour: number;
  monologue?: string;
  may: 'view' | 'edit';
}

/** Who else is here, and what the server tells of the recording. */
export interface Together {
  /** This tab's name among all that are open. */
  client: string;
  /** Everybody here, this tab included; the same list as long as nobody comes, goes or moves. */
  people: () => readonly Person[];
  /** The name a guest goes by; undefined until one is given. */
  guestName: () => string | undefined;
  setGuestName: (name: string) => void;
  subscribe: (listener: () => void) => () => void;
  /** Tells when the recording's rendition changes its state. Returns what ends that. */
  onMedia: (listener: () => void) => () => void;
  end: () => void;
}
