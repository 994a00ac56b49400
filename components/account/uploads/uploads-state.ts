import { isUnderWay, type ChosenFile } from './upload-phases';

/*
 * The files on their way belong to the browser's page, not to a component: they go on while their owner looks at
 * another room of the account.
 */

/** All files chosen, and why those that are ready could not be submitted. */
export interface UploadsState {
  files: ChosenFile[];
  trouble: { kind: 'out-of-credit'; balanceCents: number } | { kind: 'words'; words: string } | undefined;
}

export const noUploads: UploadsState = { files: [], trouble: undefined };

let state = noUploads;
const listeners = new Set<() => void>();

/** Calls the listener after each change. Returns what ends that. */
export function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** The state as it is now: another object after each change. */
export function readUploads(): UploadsState {
  return state;
}

/** Changes the state. As long as a file is under way, the browser asks before its page is left. */
export function change(news: Partial<UploadsState>): void {
  state = { ...state, ...news };
  if (state.files.some(isUnderWay)) globalThis.addEventListener('beforeunload', askToStay);
  else globalThis.removeEventListener('beforeunload', askToStay);
  for (const listener of listeners) listener();
}

/** The browser asks, in words of its own. */
function askToStay(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
