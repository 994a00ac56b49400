import { useCallback, useState } from 'react';
import type { PanelId } from '../panels';
import type { Past } from './past';

/** On a phone a panel covers the whole page. */
const isCovered = (): boolean => matchMedia('(max-width: 60em)').matches;

/** The version or comparison that stands in place of the text, and what puts one there. */
export function usePast(openPanel: (panel: PanelId | undefined) => void): {
  past: Past | undefined;
  showPast: (past: Past | undefined) => void;
} {
  const [past, setPast] = useState<Past>();
  const showPast = useCallback(
    (next: Past | undefined) => {
      setPast(next);
      if (next !== undefined && isCovered()) openPanel(undefined);
    },
    [openPanel],
  );
  return { past, showPast };
}
