import { keep, type Desk } from './desk';
import { saveRound } from './save-round';
import { retryOf } from './timers';

/** Runs rounds of saving. */
export interface Runner {
  now: () => Promise<void>;
  leave: () => Promise<void>;
  stop: () => void;
}

/** Rounds of saving, each repeated a while later as long as the server can't be reached. */
export function runner(desk: Desk, onClosed: () => void): Runner {
  const now = async (): Promise<void> => {
    if (isClosed(desk)) return;
    await saveRound(desk);
    if (isClosed(desk)) onClosed();
    if (desk.trouble?.kind === 'unreachable') retry.later();
    else retry.reset();
  };
  const retry = retryOf(() => void now());
  return {
    now() {
      retry.reset();
      return now();
    },
    async leave() {
      desk.isLeaving = true;
      await Promise.all([now(), keep(desk)]);
      desk.isLeaving = false;
    },
    stop: retry.reset,
  };
}

const isClosed = ({ trouble }: Desk): boolean => trouble?.kind === 'closed';
