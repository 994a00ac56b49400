import { useEffect } from 'react';
import type { Saving } from './saving';

/** Marks the moment from which one can type, for whoever measures. */
export function useReadyMark(saving: Saving | undefined): void {
  useEffect(() => {
    if (saving === undefined) return;
    let frame = 0;
    const look = (): void => {
      if (frame !== 0 || saving.view().state.kind === 'opening') return;
      frame = requestAnimationFrame(() => performance.mark('transcript-ready'));
    };
    const unsubscribe = saving.subscribe(look);
    look();
    return () => {
      unsubscribe();
      cancelAnimationFrame(frame);
    };
  }, [saving]);
}
