import { advance, isEmptyChange } from './base';
import { persistDraft, getUnsaved, type SyncSession } from './session';
import { applyReceived, applyRemote } from './apply-remote';
import type { RequestFailure, SaveResult } from '#components/editor/api/editor-api.ts';
import { recoverDrafts } from './recover-drafts';

/**
 * Saves what is unsaved now and takes in what others have saved, until there is nothing to do or an error stops it.
 * One at a time: a save whose answer was lost is repeated as it was before anything newer is sent.
 */
export function saveRound(session: SyncSession): Promise<void> {
  session.isRequested = true;
  return round(session);
}

/** Takes in what others have saved. What is unsaved waits for its own time: two who type would else answer each other. */
export function receiveRound(session: SyncSession): Promise<void> {
  return round(session);
}

async function round(session: SyncSession): Promise<void> {
  if (session.isRunning) return;
  session.isRunning = true;
  try {
    for (let goesOn = true; goesOn;) {
      const saves = session.isRequested;
      session.isRequested = false;
      if (!(await recoverRound(session))) break;
      await applyReceived(session);
      if (saves && session.hasLock && (await saveOnce(session))) session.isRequested = true;
      goesOn =
        session.isRequested ||
        (!session.port.isDestroyed() && session.pendingSave === undefined && session.received.length > 0);
    }
  } finally {
    session.isRunning = false;
    session.isDirty = session.pendingSave !== undefined || !isEmptyChange(getUnsaved(session));
    session.onChange();
  }
}

/** Takes in what ended tabs have left; false when the server could not be asked. */
async function recoverRound(session: SyncSession): Promise<boolean> {
  while (session.hasLock && session.drafts.length > 0 && session.pendingSave === undefined) {
    const error = await recoverDrafts(session, session.drafts.slice(0, 1));
    if (error !== undefined) {
      fail(session, error);
      return false;
    }
    session.drafts = session.drafts.slice(1);
  }
  return true;
}

/** One request; whether another one should follow at once. */
async function saveOnce(session: SyncSession): Promise<boolean> {
  const isRepeated = session.pendingSave !== undefined;
  if (session.pendingSave === undefined) {
    const change = getUnsaved(session);
    if (isEmptyChange(change)) {
      if (session.isDirty) await persistDraft(session);
      session.error = undefined;
      return false;
    }
    const { client, base } = session;
    session.pendingSave = { key: `${client}:${++session.saves}`, client, revision: base.revision, change };
  }
  session.isDirty = true;
  session.onChange();
  const persisted = persistDraft(session);
  // A page that is being left has no time to wait.
  if (!session.isLeaving) await persisted;
  const isMore = await handleResult(session, await session.server.save(session.pendingSave));
  // What was typed since has had its own time, while the repeated save was in its way.
  return isMore || (isRepeated && session.pendingSave === undefined && session.error === undefined);
}

async function handleResult(session: SyncSession, result: SaveResult): Promise<boolean> {
  const { pendingSave } = session;
  if (pendingSave === undefined) return false;
  switch (result.kind) {
    case 'saved':
      session.base = advance(session.base, pendingSave.change, result.revision);
      session.pendingSave = undefined;
      session.error = undefined;
      await persistDraft(session);
      return false;
    case 'behind':
      session.pendingSave = undefined;
      session.error = undefined;
      await applyRemote(session, result);
      return !session.port.isDestroyed();
    case 'refused':
      session.pendingSave = undefined;
      session.error = { ...result, change: pendingSave.change };
      session.isRequested = false;
      await persistDraft(session);
      return false;
    default:
      session.isRequested = false;
      fail(session, result);
      return false;
  }
}

/** Notes why the server can't be worked with now. */
export function fail(session: SyncSession, result: RequestFailure): void {
  session.error = result;
  session.onChange();
}
