import type { SyncSession } from './session';
import type { SyncState } from './sync';

/** The state to show, from what the session knows. */
export function getSyncState(session: SyncSession, mayEdit: boolean): SyncState {
  const { error, pendingSave, isDirty, isKept, draftStore } = session;
  if (error?.kind === 'closed') return { ...error, isAllSaved: !isDirty };
  if (!mayEdit) return { kind: 'viewing' };
  if (session.isElsewhere) return { kind: 'elsewhere' };
  if (!session.hasLock) return { kind: 'opening' };
  switch (error?.kind) {
    case 'unreachable':
      return {
        kind: 'unreachable',
        isOffline: !navigator.onLine,
        isKept: draftStore !== undefined && isKept,
      };
    case 'signed-out':
      return { kind: 'signed-out' };
    case 'refused':
      return { kind: 'refused', reason: error.reason };
    case undefined:
  }
  if (pendingSave !== undefined) return { kind: 'saving' };
  return { kind: isDirty ? 'changed' : 'saved' };
}
