import { useCallback, useEffect, useRef, useState } from 'react';
import type { Door } from '../edit-room';
import { settingsFrom, type EditorSettings } from './editor-settings';

/** Where a guest's settings are in the browser. */
export const guestKey = 'longhand.editor-settings';

/** So many milliseconds after the last change the settings are kept. */
const restMs = 500;

/** A person's settings, and what changes them; `trouble` tells why the last change could not be kept. */
export function useEditorSettings({ accountSettings }: Door): {
  settings: EditorSettings;
  changeSettings: (part: Partial<EditorSettings>) => void;
  settingsTrouble: string | undefined;
} {
  const [settings, setSettings] = useState(() => settingsFrom(accountSettings?.kept ?? readGuest()));
  const [trouble, setTrouble] = useState<string>();
  const changed = useRef<Partial<EditorSettings>>({});
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const save = accountSettings?.save;

  const keep = useCallback(() => {
    clearTimeout(timer.current);
    const part = changed.current;
    changed.current = {};
    if (Object.keys(part).length === 0) return;
    if (save === undefined) return keepForGuest(part);
    save(part)
      .then((outcome) => setTrouble('trouble' in outcome ? outcome.trouble : undefined))
      // No answer: what was changed goes along with the next change.
      .catch(() => void (changed.current = { ...part, ...changed.current }));
  }, [save]);

  useEffect(() => {
    window.addEventListener('pagehide', keep);
    return () => {
      window.removeEventListener('pagehide', keep);
      keep();
    };
  }, [keep]);

  const changeSettings = useCallback(
    (part: Partial<EditorSettings>) => {
      setSettings((before) => ({ ...before, ...part }));
      changed.current = { ...changed.current, ...part };
      clearTimeout(timer.current);
      timer.current = setTimeout(keep, restMs);
    },
    [keep],
  );
  return { settings, changeSettings, settingsTrouble: trouble };
}

function readGuest(): unknown {
  try {
    return JSON.parse(localStorage.getItem(guestKey) ?? '{}');
  } catch {
    return {};
  }
}

function keepForGuest(part: Partial<EditorSettings>): void {
  try {
    localStorage.setItem(guestKey, JSON.stringify({ ...settingsFrom(readGuest()), ...part }));
  } catch {
    // A browser may refuse storage: the settings then last as long as the page.
  }
}
