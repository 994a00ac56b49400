import { toText } from '#lib/transcript/edit';
import { getSpeakers } from '#components/editor/document/to-document.ts';
import { getTouchedIds } from '#components/editor/sync/state/base.ts';
import { addConflicts, getUnsaved, loadMissingWords, showBase, type SyncSession } from './session';
import type { SaveLoop } from './save';
import type { Sync } from './sync';

type SyncActions = Omit<Sync, 'view' | 'subscribe' | 'revision' | 'saveNow' | 'editHere' | 'end'>;

/** Creates the save actions for the UI and the event stream. */
export function createSyncActions(session: SyncSession, { now, receive }: SaveLoop): SyncActions {
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
      void receive();
    },
    onReconnected: () => void now(),
    loadWords: ({ monologues }) => loadMissingWords(session, monologues),
    close,
    async checkAccess() {
      const from = session.state().base.revision;
      const result = await session.server.changesSince(from);
      if ('value' in result) {
        session.dispatch({ type: 'revision-received', change: { from, ...result.value } });
        await receive();
      } else if (result.error.kind === 'closed') close(result.error.reason);
      else if (result.error.kind === 'signed-out') session.dispatch({ type: 'failed', error: result.error });
    },
  };
}

/** Replaces what the server refused with its version. The local text becomes conflicts. */
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
  showBase(session, session.state().base, getTouchedIds(mine));
  await addConflicts(
    session,
    conflicts.filter(({ mine, theirs }) => mine !== theirs),
  );
}

/** The unsaved text, including closed tabs' drafts that couldn't be merged. */
function unsavedText(session: SyncSession): string {
  const names = new Map(getSpeakers(session.port.state().doc).map(({ id, name }) => [id, name]));
  return [getUnsaved(session), ...session.state().drafts.map(({ change }) => change)]
    .flatMap(({ put }) => put)
    .map(({ speaker, content }) => `${names.get(speaker) ?? ''}\n${toText(content)}`.trim())
    .join('\n\n');
}
