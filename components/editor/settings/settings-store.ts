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

/** The owner's settings as they were kept, and what keeps them. */
export interface AccountSettings {
  accountId: string;
  stored: Readonly<Record<string, unknown>>;
  save: (patch: SettingsPatch) => Promise<ActionResult<void>>;
}

/** Holds a person's settings, and keeps what they change. */
export interface SettingsStore extends ReadableStore<EditorSettings> {
  change: (part: Partial<EditorSettings>) => void;
  /** Why the last change could not be kept, in words. */
  error: ReadableStore<string | undefined>;
  /** Keeps what was changed also when the page is left. Returns a function that keeps it now, and ends that. */
  saveOnLeave: () => () => void;
}

/** The storage key of a guest's settings. */
const guestKey = 'longhand.editor-settings';

/** The storage key of an owner's changes until the account has them. */
const unsavedKey = ({ accountId }: AccountSettings): string => `longhand.unsaved-settings.${accountId}`;

/** So many milliseconds after the last change the settings are kept. */
const debounceMs = 500;

/** A person's settings: of the account, or without one of the browser. */
export function createSettingsStore(account: AccountSettings | undefined): SettingsStore {
  // A page that is left takes what it is sending with it: what it could not save, the next page does.
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
      // No answer: what was changed goes along with the next change.
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
      // Next takes no action before the page's effects have run.
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

/** Stores these values in the browser, or removes what is stored if there are none. */
function store(key: string, values: object): void {
  writeLocal(key, Object.keys(values).length === 0 ? undefined : JSON.stringify(values));
}
