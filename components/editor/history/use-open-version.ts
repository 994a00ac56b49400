import { useCallback, useState } from 'react';
import type { PanelId } from '#components/editor/layout/panel-id.ts';
import type { OpenVersion } from './open-version';

/** On a phone a panel covers the whole page. */
const isCovered = (): boolean => matchMedia('(max-width: 60em)').matches;

/** The version or comparison that stands in place of the text, and what puts one there. */
export function useOpenVersion(openPanel: (panel: PanelId | undefined) => void): {
  openVersion: OpenVersion | undefined;
  showVersion: (openVersion: OpenVersion | undefined) => void;
} {
  const [openVersion, setOpenVersion] = useState<OpenVersion>();
  const showVersion = useCallback(
    (next: OpenVersion | undefined) => {
      setOpenVersion(next);
      if (next !== undefined && isCovered()) openPanel(undefined);
    },
    [openPanel],
  );
  return { openVersion, showVersion };
}
