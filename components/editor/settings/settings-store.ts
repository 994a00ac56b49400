import type { ActionResult } from '#components/ui/action-result.ts';
import { createStore, type ReadableStore } from '#components/ui/store.ts';
import { parseSettings, type EditorSettings } from './editor-settings';

/** The owner's settings as they were kept, and what keeps them. */
export interface AccountSettings {
  stored: Readonly<Record<string, unknown>>;
  save: (part: Partial<EditorSettings>) => Promise<ActionResult<void>>;
}

/** Holds a person's settings, and keeps what they change. */
export interface SettingsStore extends ReadableStore<EditorSettings> {
  change: (part: Partial<EditorSettings>) => void;
  /** Why the last change could not be kept, in words. */
  error: ReadableStore<string | undefined>;
  /** Keeps what was changed also when the page is left. Returns a function that keeps it now, and ends that. */
  saveOnLeave: () => () => void;
}

/** Where a guest's settings are in the browser. */
const guestKey = 'longhand.editor-settings';

/** So many milliseconds after the last change the settings are kept. */
const debounceMs = 500;

/** A person's settings: of the account, or without one of the browser. */
export function createSettingsStore(account: AccountSettings | undefined): SettingsStore {
  const settings = createStore(parseSettings(account?.stored ?? readGuest()));
  const error = createStore<string | undefined>(undefined);
  let changed: Partial<EditorSettings> = {};
  let timer: ReturnType<typeof setTimeout> | undefined;

  const persist = (): void => {
    clearTimeout(timer);
    const part = changed;
    changed = {};
    if (Object.keys(part).length === 0) return;
    if (account === undefined) return saveForGuest(part);
    account
      .save(part)
      .then((result) => error.set('error' in result ? result.error : undefined))
      // No answer: what was changed goes along with the next change.
      .catch(() => void (changed = { ...part, ...changed }));
  };
  return {
    get: settings.get,
    subscribe: settings.subscribe,
    error,
    change(part) {
      settings.set({ ...settings.get(), ...part });
      changed = { ...changed, ...part };
      clearTimeout(timer);
      timer = setTimeout(persist, debounceMs);
    },
    saveOnLeave() {
      window.addEventListener('pagehide', persist);
      return () => {
        window.removeEventListener('pagehide', persist);
        persist();
      };
    },
  };
}

function readGuest(): unknown {
  try {
    return JSON.parse(localStorage.getItem(guestKey) ?? '{}');
  } catch {
    return {};
  }
}

function saveForGuest(part: Partial<EditorSettings>): void {
  try {
    localStorage.setItem(guestKey, JSON.stringify({ ...parseSettings(readGuest()), ...part }));
  } catch {
    // A browser may refuse storage: the settings then last as long as the page.
  }
}
