import { useEffect } from 'react';
import type { Sync } from '#components/editor/sync/sync.ts';

/** Marks the moment from which one can type, for whoever measures. */
export function useReadyMark(sync: Sync | undefined): void {
  useEffect(() => {
    if (sync === undefined) return;
    let frame = 0;
    const look = (): void => {
      if (frame !== 0 || sync.view().status.kind === 'opening') return;
      frame = requestAnimationFrame(() => performance.mark('transcript-ready'));
    };
    const unsubscribe = sync.subscribe(look);
    look();
    return () => {
      unsubscribe();
      cancelAnimationFrame(frame);
    };
  }, [sync]);
}
