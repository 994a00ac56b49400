import type { ActionResult } from '#components/ui/action-result.ts';
import { readLocalJson, writeLocal } from '#components/ui/persisted-store.ts';
import { createStore, type ReadableStore } from '#components/ui/store.ts';
import {
  applySettingsPatch,
  joinSettingsPatches,
  toSettingsPatch,
  withoutSaved,
  type SettingsPatch,
} from '#lib/transcript/settings/settings-patch';
import { parseSettings, type EditorSettings } from './editor-settings';

/** The owner's stored settings, and the action that saves them. */
export interface AccountSettings {
  accountId: string;
  stored: Readonly<Record<string, unknown>>;
  save: (patch: SettingsPatch) => Promise<ActionResult<void>>;
}

/** A person's settings. Saves changes to them. */
export interface SettingsStore extends ReadableStore<EditorSettings> {
  change: (part: Partial<EditorSettings>) => void;
  /** The error of the last save, as text. */
  error: ReadableStore<string | undefined>;
  /** Also saves changes when the page is left. Returns a function that saves now and unsubscribes. */
  saveOnLeave: () => () => void;
}

/** The storage key of a guest's settings. */
const guestKey = 'longhand.editor-settings';

/** The storage key of an owner's unsaved changes. */
const unsavedKey = ({ accountId }: AccountSettings): string => `longhand.unsaved-settings.${accountId}`;

/** The debounce delay before a save, in milliseconds. */
const debounceMs = 500;

/** Creates the settings store, backed by the account or, without one, the browser. */
export function createSettingsStore(account: AccountSettings | undefined): SettingsStore {
  // Leaving the page aborts its requests. The next page saves what is left.
  let changed: SettingsPatch = account === undefined ? {} : readStored(unsavedKey(account));
  const settings = createStore(
    parseSettings(account === undefined ? readStored(guestKey) : applySettingsPatch(account.stored, changed)),
  );
  const error = createStore<string | undefined>(undefined);
  let timer: ReturnType<typeof setTimeout> | undefined;

  const saveForOwner = async (owner: AccountSettings, patch: SettingsPatch): Promise<void> => {
    try {
      const result = await owner.save(patch);
      error.set('error' in result ? result.error : undefined);
      // Newer changes may be in another save, which leaving the page would abort.
      store(unsavedKey(owner), withoutSaved(readStored(unsavedKey(owner)), patch));
    } catch {
      // On a network error, the changes are sent with the next ones.
      changed = joinSettingsPatches(patch, changed);
    }
  };
  const persistSoon = (): void => {
    clearTimeout(timer);
    timer = setTimeout(persist, debounceMs);
  };
  const persist = (): void => {
    clearTimeout(timer);
    const patch = changed;
    changed = {};
    if (Object.keys(patch).length === 0) return;
    if (account === undefined) return store(guestKey, applySettingsPatch(readStored(guestKey), patch));
    void saveForOwner(account, patch);
  };
  return {
    get: settings.get,
    subscribe: settings.subscribe,
    error,
    change(part) {
      const before = settings.get();
      settings.set({ ...before, ...part });
      changed = joinSettingsPatches(changed, toSettingsPatch({ ...before }, part));
      if (account !== undefined) {
        store(unsavedKey(account), joinSettingsPatches(readStored(unsavedKey(account)), changed));
      }
      persistSoon();
    },
    saveOnLeave() {
      window.addEventListener('pagehide', persist);
      // Next.js runs no actions before the page's effects have run.
      persistSoon();
      return () => {
        window.removeEventListener('pagehide', persist);
        persist();
      };
    },
  };
}

function readStored(key: string): Record<string, unknown> {
  const stored = readLocalJson(key);
  return typeof stored === 'object' && stored !== null ? { ...stored } : {};
}

/** Stores these values in the browser; if empty, removes the entry. */
function store(key: string, values: object): void {
  writeLocal(key, Object.keys(values).length === 0 ? undefined : JSON.stringify(values));
}
