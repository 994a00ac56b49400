import { toText, type EditChange } from '#lib/transcript/edit';
import { getSpeakers } from '#components/editor/document/to-document.ts';
import { getTouchedIds } from '#components/editor/sync/state/base.ts';
import { getUnsaved, type SyncSession } from './session';
import { receiveRound } from './save-round';
import { isDirty } from '#components/editor/sync/state/sync-state.ts';
import type { Sync } from './sync';
import { addConflicts, showChange } from './apply-remote';

const noChange: EditChange = { put: [], remove: [] };

type SyncActions = Pick<
  Sync,
  | 'discardLocal'
  | 'unsavedText'
  | 'dismiss'
  | 'restore'
  | 'receive'
  | 'onReconnected'
  | 'close'
  | 'checkAccess'
>;

/** What can be done about saving, and what the stream of events tells it. */
export function createSyncActions(session: SyncSession, now: () => Promise<void>): SyncActions {
  const close = (reason: string | undefined): void => {
    session.dispatch({ type: 'failed', error: { kind: 'closed', ...(reason !== undefined && { reason }) } });
  };
  return {
    discardLocal: () => void discardLocal(session).then(now),
    unsavedText: () => unsavedText(session),
    dismiss(conflict) {
      session.dispatch({ type: 'conflict-dismissed', id: conflict.id });
      void session.draftStore?.removeConflict(session.jobId, conflict.id).catch(() => {});
    },
    restore: (conflict) => void addConflicts(session, [conflict]),
    receive(change) {
      session.dispatch({ type: 'revision-received', change });
      void receiveRound(session);
    },
    onReconnected: () => void now(),
    close,
    async checkAccess() {
      const from = session.state().base.revision;
      const result = await session.server.changesSince(from);
      if ('value' in result) {
        session.dispatch({ type: 'revision-received', change: { from, ...result.value } });
        await receiveRound(session);
      } else if (result.error.kind === 'closed') close(result.error.reason);
      else if (result.error.kind === 'signed-out') session.dispatch({ type: 'failed', error: result.error });
    },
  };
}

/** Shows what the server has in place of what it refused; what was typed becomes conflicts. */
async function discardLocal(session: SyncSession): Promise<void> {
  const mine = getUnsaved(session);
  const conflicts = mine.put.map(({ id, content }) => {
    const theirs = session.state().base.monologues.get(id);
    const text = theirs === undefined ? '' : toText(theirs.content);
    return {
      id: session.newId(),
      monologueId: theirs === undefined ? undefined : id,
      mine: toText(content),
      base: text,
      theirs: text,
    };
  });
  showChange(session, noChange, getTouchedIds(mine));
  await addConflicts(
    session,
    conflicts.filter(({ mine, theirs }) => mine !== theirs),
  );
}

/**
 * Shows what the server has: what is unsaved is kept on this device, and another tab continues with it. Where it could not be
 * kept, it stays in sight.
 */
export function handOver(session: SyncSession): void {
  const mine = getUnsaved(session);
  session.dispatch({ type: 'lock-released' });
  if (isDirty(session.state())) return;
  if (!session.port.isDestroyed()) showChange(session, noChange, getTouchedIds(mine));
}

/** What the server has not, with that of ended tabs which could not be merged. */
function unsavedText(session: SyncSession): string {
  const names = new Map(getSpeakers(session.port.state().doc).map(({ id, name }) => [id, name]));
  return [getUnsaved(session), ...session.state().drafts.map(({ change }) => change)]
    .flatMap(({ put }) => put)
    .map(({ speaker, content }) => `${names.get(speaker) ?? ''}\n${toText(content)}`.trim())
    .join('\n\n');
}
