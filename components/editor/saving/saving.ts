import type { Leftover } from '#lib/transcripts/merge-edits';
import type { Arrived } from './desk';

/** How it stands with what somebody has typed. */
export type SavingState =
  | { kind: 'opening' }
  /** Somebody who may only look. */
  | { kind: 'viewing' }
  | { kind: 'saved' }
  | { kind: 'changed' }
  | { kind: 'saving' }
  /** `isKept`: it is on this device until the server can be reached. */
  | { kind: 'unreachable'; isOffline: boolean; isKept: boolean }
  | { kind: 'signed-out' }
  | { kind: 'refused'; reason: string }
  /** The way in is closed for good, and the text can only be read. */
  | { kind: 'closed'; reason: string | undefined; isAllSaved: boolean }
  /** Another tab of this browser edits. */
  | { kind: 'elsewhere' };

/** What is shown of saving; the same object as long as nothing changes. */
export interface SavingView {
  state: SavingState;
  /** Whether this browser can keep anything. */
  canKeep: boolean;
  leftovers: readonly Leftover[];
  /** The server's revision that the text builds on. */
  revision: number;
}

/** Saves an open transcript and takes in what others save. */
export interface Saving {
  view: () => SavingView;
  /** Tells of each new view. Returns what ends that. */
  subscribe: (listener: () => void) => () => void;
  /** The revision of the view, also while it is changing. */
  revision: () => number;
  /** Saves at once; resolves when that has been tried. */
  saveNow: () => Promise<void>;
  /** Makes this tab the one that edits. */
  editHere: () => void;
  /** Gives up what the server refused, in favour of what it has; mine becomes leftovers. */
  takeServers: () => void;
  /** What is not saved, as text to copy. */
  unsavedText: () => string;
  /** Takes a leftover off the list, and puts it back. */
  dismiss: (leftover: Leftover) => void;
  restore: (leftover: Leftover) => void;
  /** A revision that the server told of, the stream being back, and the end of the right to be here. */
  hear: (news: Arrived) => void;
  reached: () => void;
  close: (reason: string) => void;
  /** Asks whether this tab is still welcome, when the stream can't be had. */
  check: () => Promise<void>;
  end: () => void;
}
