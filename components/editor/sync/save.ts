import type { PendingSave, SaveResult } from '#components/editor/api/editor-server.ts';
import { isEmptyChange } from '#components/editor/sync/state/base.ts';
import { isClosed, isDirty, isPending } from '#components/editor/sync/state/sync-state.ts';
import { applyReceived } from './receive';
import { recoverDrafts } from './recover-draft';
import { getUnsaved, persistDraft, type SyncSession } from './session';
import { createRetry } from './timers';

/* Save rounds run one at a time: they recover drafts, apply remote revisions, and send changes as a `PendingSave`. */

/** Runs rounds of saving. */
export interface SaveLoop {
  now: () => Promise<void>;
  /** Applies received revisions without saving. */
  receive: () => Promise<void>;
  /** Saves while the page is left, without waiting for the draft. */
  leave: () => Promise<void>;
  stop: () => void;
}

/** Creates the save loop of a session. It retries while the server is unreachable. */
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
    async receive() {
      const before = session.state().error;
      await receiveRound(session);
      // An earlier error already scheduled its retry.
      if (before === undefined && session.state().error?.kind === 'unreachable') retry.schedule();
    },
    async leave() {
      session.dispatch({ type: 'page-left', isLeaving: true });
      await Promise.all([now(), persistDraft(session)]);
      session.dispatch({ type: 'page-left', isLeaving: false });
    },
    stop: retry.reset,
  };
}

/** Saves and receives until there is nothing left or an error occurs. */
export function saveRound(session: SyncSession): Promise<void> {
  session.dispatch({ type: 'save-requested' });
  return receiveRound(session);
}

/** Receives without saving: otherwise two typists would trigger each other's saves. */
export async function receiveRound(session: SyncSession): Promise<void> {
  if (session.state().isRunning) return;
  session.dispatch({ type: 'round-started' });
  try {
    do {
      const saves = session.state().isSaveRequested;
      session.dispatch({ type: 'pass-started' });
      if (!(await recoverDrafts(session))) break;
      const error = await applyReceived(session);
      if (error !== undefined) {
        session.dispatch({ type: 'failed', error });
        break;
      }
      if (saves && session.state().tab === 'editing' && (await saveOnce(session))) {
        session.dispatch({ type: 'save-requested' });
      }
    } while (session.state().isSaveRequested || canReceive(session));
  } finally {
    session.dispatch({ type: 'round-ended', isDirty: !isEmptyChange(getUnsaved(session)) });
  }
}

function canReceive({ port, state }: SyncSession): boolean {
  return !port.isDestroyed() && !isPending(state()) && state().received.length > 0;
}

/** Sends one request. Returns true if another should follow at once. */
async function saveOnce(session: SyncSession): Promise<boolean> {
  const { local } = session.state();
  // A save whose answer was lost is resent unchanged before anything newer.
  const save = local.kind === 'pending' ? local.save : await beginSave(session);
  if (save === undefined) return false;
  const persisted = persistDraft(session);
  // A page being left can't wait.
  if (!session.state().isLeaving) await persisted;
  const result = await session.server.save(save);
  // The transcript was handed to another tab in the meantime.
  if (!isPending(session.state())) return false;
  session.dispatch(toEvent(save, result));
  if (result.kind === 'behind') return !session.port.isDestroyed();
  if (result.kind === 'saved' || result.kind === 'refused') await persistDraft(session);
  // After a resent save, newer changes follow at once.
  return local.kind === 'pending' && result.kind === 'saved' && !isPending(session.state());
}

/** Turns the local changes into the pending save; undefined without any. */
async function beginSave(session: SyncSession): Promise<PendingSave | undefined> {
  const change = getUnsaved(session);
  if (isEmptyChange(change)) {
    if (isDirty(session.state())) await persistDraft(session);
    session.dispatch({ type: 'nothing-to-save' });
    return undefined;
  }
  const { client } = session;
  const { base, saves } = session.state();
  const save = { key: `${client}:${saves + 1}`, client, revision: base.revision, change };
  session.dispatch({ type: 'save-sent', save });
  return save;
}

function toEvent(save: PendingSave, result: SaveResult): Parameters<SyncSession['dispatch']>[0] {
  if (result.kind === 'saved') return { type: 'saved', revision: result.revision };
  if (result.kind !== 'behind') return { type: 'failed', error: result };
  const { revision, change } = result;
  return { type: 'behind', change: { from: save.revision, revision, change } };
}
