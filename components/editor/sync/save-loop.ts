import { persistDraft, type SyncSession } from './session';
import { saveRound } from './save-round';
import { isClosed } from '#components/editor/sync/state/sync-state.ts';
import { createRetry } from './timers';

/** Runs rounds of saving. */
export interface SaveLoop {
  now: () => Promise<void>;
  leave: () => Promise<void>;
  stop: () => void;
}

/** Rounds of saving, each repeated a while later as long as the server can't be reached. */
export function createSaveLoop(session: SyncSession): SaveLoop {
  const now = async (): Promise<void> => {
    if (isClosed(session.state())) return;
    await saveRound(session);
    if (session.state().error?.kind === 'unreachable') retry.schedule();
    else retry.reset();
  };
  const retry = createRetry(() => void now());
  return {
    now() {
      retry.reset();
      return now();
    },
    async leave() {
      session.dispatch({ type: 'page-left', isLeaving: true });
      await Promise.all([now(), persistDraft(session)]);
      session.dispatch({ type: 'page-left', isLeaving: false });
    },
    stop: retry.reset,
  };
}
