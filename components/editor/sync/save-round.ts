import { isEmptyChange } from '#components/editor/sync/state/base.ts';
import { persistDraft, getUnsaved, type SyncSession } from './session';
import { applyReceived, applyRemote } from './apply-remote';
import type { PendingSave, SaveResult } from '#components/editor/api/editor-server.ts';
import { recoverDraft } from './recover-draft';
import { isDirty, isPending } from '#components/editor/sync/state/sync-state.ts';

/**
 * Saves what is unsaved now and takes in what others have saved, until there is nothing to do or an error stops it.
 * One at a time: a save whose answer was lost is repeated as it was before anything newer is sent.
 */
export function saveRound(session: SyncSession): Promise<void> {
  session.dispatch({ type: 'save-requested' });
  return round(session);
}

/** Takes in what others have saved. What is unsaved waits for its own time: two who type would else answer each other. */
export function receiveRound(session: SyncSession): Promise<void> {
  return round(session);
}

async function round(session: SyncSession): Promise<void> {
  if (session.state().isRunning) return;
  session.dispatch({ type: 'round-started' });
  try {
    do {
      const saves = session.state().isSaveRequested;
      session.dispatch({ type: 'pass-started' });
      if (!(await recoverRound(session))) break;
      await applyReceived(session);
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

/** Merges what ended tabs have left; false when the server could not be asked. */
async function recoverRound(session: SyncSession): Promise<boolean> {
  for (;;) {
    const [draft] = session.state().drafts;
    if (draft === undefined || session.state().tab !== 'editing' || isPending(session.state())) return true;
    const error = await recoverDraft(session, draft);
    if (error !== undefined) {
      session.dispatch({ type: 'failed', error });
      return false;
    }
    session.dispatch({ type: 'draft-recovered' });
  }
}

/** One request; whether another one should follow at once. */
async function saveOnce(session: SyncSession): Promise<boolean> {
  const { local } = session.state();
  const save = local.kind === 'pending' ? local.save : await beginSave(session);
  if (save === undefined) return false;
  const persisted = persistDraft(session);
  // A page that is being left has no time to wait.
  if (!session.state().isLeaving) await persisted;
  const isBehind = await handleResult(session, await session.server.save(save));
  const { error } = session.state();
  // What was typed since has had its own time, while the repeated save was in its way.
  return isBehind || (local.kind === 'pending' && !isPending(session.state()) && error === undefined);
}

/** The save of what is unsaved, noted as sent; undefined when there is nothing. */
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

/** Notes how a save ended; whether another one should follow at once. */
async function handleResult(session: SyncSession, result: SaveResult): Promise<boolean> {
  // The transcript was given to another tab while the answer was on its way.
  if (!isPending(session.state())) return false;
  switch (result.kind) {
    case 'saved':
      session.dispatch({ type: 'saved', revision: result.revision });
      await persistDraft(session);
      return false;
    case 'behind':
      session.dispatch({ type: 'behind' });
      await applyRemote(session, result);
      return !session.port.isDestroyed();
    default:
      session.dispatch({ type: 'failed', error: result });
      if (result.kind === 'refused') await persistDraft(session);
      return false;
  }
}
