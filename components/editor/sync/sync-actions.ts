import type { Editor } from '@tiptap/core';
import { toText, type EditChange } from '#lib/transcript/edit';
import type { MergeConflict } from '#lib/transcript/merge/merge-edits';
import { getSpeakers } from '#components/editor/document/to-document.ts';
import { getTouchedIds } from './base';
import { receive, getUnsaved, type SyncSession } from './session';
import { receiveRound, fail } from './save-round';
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
export function createSyncActions(
  session: SyncSession,
  { editor, now }: { editor: Editor; now: () => Promise<void> },
): SyncActions {
  const setConflicts = (conflicts: readonly MergeConflict[]): void => {
    session.conflicts = conflicts;
    session.onChange();
  };
  const close = (reason: string | undefined): void => {
    fail(session, { kind: 'closed', reason });
    editor.setEditable(false, false);
  };
  return {
    discardLocal: () => void discardLocal(session).then(now),
    unsavedText: () => unsavedText(session),
    dismiss(conflict) {
      setConflicts(session.conflicts.filter(({ id }) => id !== conflict.id));
      void session.draftStore?.removeConflict(session.jobId, conflict.id).catch(() => {});
    },
    restore: (conflict) => void addConflicts(session, [conflict]),
    receive(change) {
      receive(session, change);
      void receiveRound(session);
    },
    onReconnected: () => void now(),
    close,
    async checkAccess() {
      const from = session.base.revision;
      const result = await session.server.changesSince(from);
      if (result.kind === 'closed') close(result.reason);
      else if (result.kind === 'signed-out') fail(session, result);
      else if (result.kind === 'changes') {
        receive(session, { from, ...result });
        await receiveRound(session);
      }
    },
  };
}

/** Shows what the server has in place of what it refused; what was typed becomes conflicts. */
async function discardLocal(session: SyncSession): Promise<void> {
  const mine = getUnsaved(session);
  const conflicts = mine.put.map(({ id, content }) => {
    const theirs = session.base.monologues.get(id);
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

/** Shows what the server has: what is unsaved is kept on this device, and another tab continues with it. */
export function handOver(session: SyncSession): void {
  const mine = getUnsaved(session);
  session.pendingSave = undefined;
  session.isDirty = false;
  session.isKept = true;
  showChange(session, noChange, getTouchedIds(mine));
}

function unsavedText(session: SyncSession): string {
  const names = new Map(getSpeakers(session.port.state().doc).map(({ id, name }) => [id, name]));
  return getUnsaved(session)
    .put.map(({ speaker, content }) => `${names.get(speaker) ?? ''}\n${toText(content)}`.trim())
    .join('\n\n');
}
