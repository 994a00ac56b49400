import { useCallback, useState } from 'react';
import { defaultSettings, type EditorSettings } from './editor-settings';

/** A person's settings, and what changes them. */
export function useEditorSettings(): {
  settings: EditorSettings;
  changeSettings: (part: Partial<EditorSettings>) => void;
} {
  const [settings, setSettings] = useState(defaultSettings);
  const changeSettings = useCallback(
    (part: Partial<EditorSettings>) => setSettings((before) => ({ ...before, ...part })),
    [],
  );
  return { settings, changeSettings };
}
