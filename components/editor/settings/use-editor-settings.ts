import { useCallback, useEffect, useRef, useState } from 'react';
import type { TranscriptAccess } from '#components/editor/context.ts';
import { parseSettings, type EditorSettings } from './editor-settings';

/** Where a guest's settings are in the browser. */
export const guestKey = 'longhand.editor-settings';

/** So many milliseconds after the last change the settings are kept. */
const debounceMs = 500;

/** A person's settings, and what changes them; `error` tells why the last change could not be kept. */
export function useEditorSettings({ accountSettings }: TranscriptAccess): {
  settings: EditorSettings;
  changeSettings: (part: Partial<EditorSettings>) => void;
  settingsError: string | undefined;
} {
  const [settings, setSettings] = useState(() => parseSettings(accountSettings?.stored ?? readGuest()));
  const [error, setError] = useState<string>();
  const changed = useRef<Partial<EditorSettings>>({});
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const save = accountSettings?.save;

  const persist = useCallback(() => {
    clearTimeout(timer.current);
    const part = changed.current;
    changed.current = {};
    if (Object.keys(part).length === 0) return;
    if (save === undefined) return saveForGuest(part);
    save(part)
      .then((outcome) => setError('error' in outcome ? outcome.error : undefined))
      // No answer: what was changed goes along with the next change.
      .catch(() => void (changed.current = { ...part, ...changed.current }));
  }, [save]);

  useEffect(() => {
    window.addEventListener('pagehide', persist);
    return () => {
      window.removeEventListener('pagehide', persist);
      persist();
    };
  }, [persist]);

  const changeSettings = useCallback(
    (part: Partial<EditorSettings>) => {
      setSettings((before) => ({ ...before, ...part }));
      changed.current = { ...changed.current, ...part };
      clearTimeout(timer.current);
      timer.current = setTimeout(persist, debounceMs);
    },
    [persist],
  );
  return { settings, changeSettings, settingsError: error };
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
