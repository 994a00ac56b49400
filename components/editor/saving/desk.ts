import type { EditorState, Transaction } from '@tiptap/pm/state';
import type { Leftover } from '#lib/transcripts/merge-edits';
import type { MachineWord } from '#lib/transcripts/model';
import type { EditChange } from '#lib/transcripts/edit';
import { changeSince, idsOf, isNothing, type Base } from './base';
import type { Kept, Unsaved } from './kept';
import type { Flight, Server, Since } from './server';

/** Why work can't be saved now. */
export type Trouble =
  | { kind: 'unreachable' }
  | { kind: 'signed-out' }
  | { kind: 'refused'; reason: string; change: EditChange }
  | { kind: 'closed'; reason: string | undefined };

/** The page's side of saving: the document, whoever shows it. */
export interface Sheet {
  state(): EditorState;
  /** Whether the page has been left: nothing can be brought into the document any more. */
  isGone(): boolean;
  /** Makes a change that came from elsewhere, with the page's scroll position kept. */
  bring(tr: Transaction): void;
  /** Resolves when no input method is composing. */
  settled(): Promise<void>;
}

/** What leads from one revision to a later one. */
export interface Arrived extends Since {
  from: number;
}

/** Everything that one open transcript has to know to save itself. Only the functions of this folder change it. */
export interface Desk {
  readonly jobId: string;
  readonly client: string;
  readonly words: readonly MachineWord[];
  readonly sheet: Sheet;
  readonly server: Server;
  readonly newId: () => string;
  /** Told after each change of what is shown. */
  readonly changed: () => void;
  /** Undefined where this browser keeps nothing. */
  kept: Kept | undefined;
  base: Base;
  /** A save that is under way, or whose answer was lost. */
  flight: Flight | undefined;
  saves: number;
  /** Whether this tab is the one that edits and saves. */
  isHolding: boolean;
  /** Whether another tab is that one. */
  isElsewhere: boolean;
  isSending: boolean;
  /** Whether another round was asked for since this one began. */
  isAsked: boolean;
  isLeaving: boolean;
  /** Whether there is something that the server has not. */
  isDirty: boolean;
  /** When something was typed last, of `Date.now()`. */
  typedAt: number;
  /** Whether all of it is kept on this device. */
  isKept: boolean;
  trouble: Trouble | undefined;
  leftovers: readonly Leftover[];
  /** Revisions that were told of and wait for their turn. */
  arrived: readonly Arrived[];
  /** Records of ended tabs that wait to be taken in. */
  records: readonly Unsaved[];
  /** Records that have been taken in but not written down yet. */
  instead: Unsaved[];
  writing: Promise<void>;
}

/** What the document has that the server has not. */
export const unsavedOf = (desk: Desk): EditChange => changeSince(desk.base, desk.sheet.state().doc);

/** Writes down what is not saved, with new leftovers, one write after the other. Never rejects. */
export function keep(desk: Desk, leftovers: readonly Leftover[] = []): Promise<void> {
  const write = async (): Promise<void> => {
    // What a tab has that gave the transcript to another one is that one's.
    if (desk.kept === undefined || !desk.isHolding) return;
    const doc = desk.sheet.state().doc;
    const { instead } = desk;
    try {
      const own = { jobId: desk.jobId, client: desk.client };
      await desk.kept.write({ own, record: recordOf(desk), leftovers, instead });
      desk.instead = desk.instead.filter((one) => !instead.includes(one));
      desk.isKept = desk.sheet.state().doc === doc;
    } catch {
      desk.isKept = false;
    }
    desk.changed();
  };
  desk.writing = desk.writing.then(write);
  return desk.writing;
}

/** The tab's record; undefined when there is nothing to keep. */
function recordOf(desk: Desk): Unsaved | undefined {
  const { base, flight } = desk;
  const change = unsavedOf(desk);
  if (flight === undefined && isNothing(change)) return undefined;
  const ids = flight === undefined ? idsOf(change) : idsOf(change, flight.change);
  return {
    jobId: desk.jobId,
    client: desk.client,
    at: Date.now(),
    revision: base.revision,
    base: [...ids].map((id) => base.monologues.get(id)).filter((one) => one !== undefined),
    baseSpeakers: [...base.speakers],
    change,
    flight,
  };
}

/** Revisions that came while a save was under way are taken in after it. */
export const arrive = (desk: Desk, news: Arrived): void => {
  if (news.revision > desk.base.revision) desk.arrived = [...desk.arrived, news];
};

/** A desk at which nothing has been changed yet. */
export function layDesk(
  parts: Pick<Desk, 'jobId' | 'client' | 'words' | 'sheet' | 'server' | 'newId' | 'changed' | 'base'>,
): Desk {
  return {
    ...parts,
    kept: undefined,
    flight: undefined,
    saves: 0,
    isHolding: false,
    isElsewhere: false,
    isSending: false,
    isAsked: false,
    isLeaving: false,
    isDirty: false,
    typedAt: 0,
    isKept: true,
    trouble: undefined,
    leftovers: [],
    arrived: [],
    records: [],
    instead: [],
    writing: Promise.resolve(),
  };
}
