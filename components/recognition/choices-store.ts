import { readLocalJson, writeLocal } from '#components/ui/persisted-store.ts';
import { createLazyStore, type ReadableStore } from '#components/ui/store.ts';
import { textChoices, type ChoiceFaults } from './offer';
import { emptyDraft, type Draft } from './resolve-choices';

/*
 * The choices for the next recordings belong to the browser's page, as the uploads do. All but the vocabulary, the audio tracks, and when
 * to delete them, is remembered in this browser.
 */

/** The form's choices, the server's refusals, and if the form is open. */
export interface ChoicesState {
  draft: Draft;
  refusals: ChoiceFaults;
  isOpen: boolean;
}

const key = 'longhand.recognition';

/** The initial state, before the page has read the browser's storage. */
export const noChoices: ChoicesState = { draft: emptyDraft, refusals: {}, isOpen: false };

const store = createLazyStore<ChoicesState>(() => ({
  ...noChoices,
  draft: { ...emptyDraft, ...readRemembered() },
}));

/** The current choices; only in a browser. */
export const choicesStore: ReadableStore<ChoicesState> = store;

/** Chooses something else. The server's refusal of the former choice is cleared. */
export function choose(part: Partial<Draft>): void {
  const { draft, refusals } = store.get();
  const left = Object.entries(refusals).filter(([name]) => !(name in part));
  change({ draft: { ...draft, ...part }, refusals: Object.fromEntries(left) });
  const {
    vocabulary: _vocabulary,
    audioTracks: _tracks,
    deleteAfterDays: _days,
    ...lasting
  } = store.get().draft;
  writeLocal(key, JSON.stringify(lasting));
}

/** Opens or closes the form. */
export function setOpen(isOpen: boolean): void {
  if (store.get().isOpen !== isOpen) change({ isOpen });
}

/** Shows beside each choice why it was refused. */
export function showRefusals(refusals: ChoiceFaults): void {
  change({ refusals, isOpen: true });
}

function change(part: Partial<ChoicesState>): void {
  store.set({ ...store.get(), ...part });
}

/** This browser's stored choices that are valid: another release may have written them. */
function readRemembered(): Partial<Draft> {
  const stored = readLocalJson(key);
  return typeof stored === 'object' && stored !== null ? pickValid(stored) : {};
}

function pickValid(stored: { [Name in keyof Draft]?: unknown }): Partial<Draft> {
  const { language, speakers, engine, text } = stored;
  const isSpeakers = speakers === 'auto' || speakers === 'off' || Number.isInteger(speakers);
  return {
    ...(typeof language === 'string' && { language }),
    ...(typeof engine === 'string' && { engine }),
    ...(isSpeakers && { speakers: speakers as Draft['speakers'] }),
    ...(Array.isArray(text) && { text: textChoices.filter((name) => text.includes(name)) }),
  };
}
