import { useMemo, useState } from 'react';
import { getTopPosition, type ScrollPosition } from '#components/editor/reading/scroll-position.ts';

/** What is seen of the editor beside its panels. */
export interface View {
  /** The list of all commands is open. */
  palette: boolean;
  /** What had the focus before that list. */
  before: Element | null;
  /** The transcript is shown to be read, not to be edited. */
  reading: boolean;
  /** What stood at the top when that was changed last, to stay there. */
  position: ScrollPosition | undefined;
  change: (part: { palette?: boolean; reading?: boolean }) => void;
}

/** What is seen of an editor that has just been opened, and what changes it. */
export function useView(): View {
  const [shown, setShown] = useState<Omit<View, 'change'>>({
    palette: false,
    before: null,
    reading: false,
    position: undefined,
  });
  return useMemo(
    () => ({
      ...shown,
      change(part) {
        const isOther = part.reading !== undefined && part.reading !== shown.reading;
        const position = isOther ? { position: getTopPosition() } : {};
        const before = part.palette === true ? { before: document.activeElement } : {};
        setShown((now) => ({ ...now, ...part, ...position, ...before }));
      },
    }),
    [shown],
  );
}
