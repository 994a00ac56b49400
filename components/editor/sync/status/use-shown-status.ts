import { useEffect, useState } from 'react';
import type { SyncStatus } from '#components/editor/sync/state/sync-state.ts';

/** A save that takes less time than this is not shown while it runs. */
const quickMs = 300;

/**
 * The status that is shown: that of a save only once it has lasted. Each Enter saves, and what is replaced twice within
 * a blink is seen as a flicker, and costs a slow machine as much as the key.
 */
export function useShownStatus(status: SyncStatus): SyncStatus {
  const [shown, setShown] = useState(status);
  // A status that isn't waited for is shown in the same drawing.
  if (status.kind !== 'saving' && shown !== status) setShown(status);
  useEffect(() => {
    if (status.kind !== 'saving') return;
    const timer = setTimeout(() => setShown(status), quickMs);
    return () => clearTimeout(timer);
  }, [status]);
  return status.kind === 'saving' ? shown : status;
}
