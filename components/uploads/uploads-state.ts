import { createStore, type ReadableStore } from '#components/ui/store.ts';
import { isUnderWay, type ChosenFile } from './upload-phases';

/*
 * The files on their way belong to the browser's page, not to a component: they go on while their owner looks at
 * another page of the account.
 */

/** All files chosen, and why those that are ready could not be submitted. */
export interface UploadsState {
  files: ChosenFile[];
  error: { kind: 'out-of-credit'; balanceCents: number } | { kind: 'message'; message: string } | undefined;
}

export const noUploads: UploadsState = { files: [], error: undefined };

const store = createStore(noUploads);

/** The files on their way now. */
export const uploadsStore: ReadableStore<UploadsState> = store;

/** Changes the state. As long as a file is under way, the browser asks before its page is left. */
export function change(update: Partial<UploadsState>): void {
  const state = { ...store.get(), ...update };
  if (state.files.some(isUnderWay)) globalThis.addEventListener('beforeunload', askToStay);
  else globalThis.removeEventListener('beforeunload', askToStay);
  store.set(state);
}

/** The browser asks, in words of its own. */
function askToStay(event: BeforeUnloadEvent): void {
  event.preventDefault();
}
