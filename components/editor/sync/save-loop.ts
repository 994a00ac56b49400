import { persistDraft, type SyncSession } from './session';
import { saveRound } from './save-round';
import { createRetry } from './timers';

/** Runs rounds of saving. */
export interface SaveLoop {
  now: () => Promise<void>;
  leave: () => Promise<void>;
  stop: () => void;
}

/** Rounds of saving, each repeated a while later as long as the server can't be reached. */
export function createSaveLoop(session: SyncSession, onClosed: () => void): SaveLoop {
  const now = async (): Promise<void> => {
    if (isClosed(session)) return;
    await saveRound(session);
    if (isClosed(session)) onClosed();
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

const isClosed = ({ state }: SyncSession): boolean => state().error?.kind === 'closed';
