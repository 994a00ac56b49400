import { useEffect, useState } from 'react';

/**
 * Gives the focus back, once the component is no longer rendered, to what had it before. Mantine returns it from a dialog that
 * closes, not from one that is no longer rendered.
 */
export function useReturnFocus(): void {
  // Read before the dialog takes the focus.
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    },
    [before],
  );
}
