import type { EditorState } from '@tiptap/pm/state';
import type { EditChange } from '#lib/transcript/edit';
import { mergeEdits, type MergeConflict } from '#lib/transcript/merge/merge-edits';
import {
  advance,
  baseToEdit,
  getTouchedIds,
  isEmptyChange,
  type Base,
} from '#components/editor/sync/state/base.ts';
import { patchDocument } from '#components/editor/document/patch-document.ts';
import { persistDraft, getUnsaved, type SyncSession } from './session';
import { isPending } from '#components/editor/sync/state/sync-state.ts';
import type { RequestError } from '#components/editor/api/editor-client.ts';
import type { RevisionChange } from '#components/editor/api/editor-server.ts';

/**
 * Takes in what others have saved: `theirs` leads from the base to `revision`. What is not saved here is merged with
 * it, and what can't be merged becomes a conflict. Waits while an input method is composing, and where both changed the
 * same monologue for a pause in typing, so that no word is torn apart.
 */
export async function applyRemote(
  session: SyncSession,
  { revision, change: theirs }: RevisionChange,
): Promise<void> {
  await waitForPause(session, theirs);
  // Another round may have applied it meanwhile.
  const { base } = session.state();
  if (revision <= base.revision || session.port.isDestroyed()) return;
  const mine = getUnsaved(session);
  const { change, conflicts } = isEmptyChange(mine)
    ? { change: mine, conflicts: [] }
    : mergeEdits({
        base: baseToEdit(base),
        mine,
        theirs,
        words: session.words,
        newId: session.newId,
      });
  session.dispatch({ type: 'rebased', base: advance(base, theirs, revision) });
  showChange(session, change, getTouchedIds(mine, theirs, change));
  if (conflicts.length > 0 || !isEmptyChange(mine)) await addConflicts(session, conflicts);
}

/** How long nothing is typed before others' work may come in, and when it comes in all the same. */
const betweenWords = { idleMs: 400, maxMs: 3000 };
/** People may look for a letter. A word that is taken apart could end half in the text, half in a conflict. */
const insideWord = { idleMs: 1500, maxMs: 10_000 };
/** Fast typists are between two words for less than the tenth of a second. */
const pollMs = 25;

async function waitForPause(session: SyncSession, theirs: EditChange): Promise<void> {
  const startedAt = Date.now();
  const ids = getTouchedIds(theirs);
  const isTyping = (): boolean => {
    const { idleMs, maxMs } = isInWord(session.port.state()) ? insideWord : betweenWords;
    if (Date.now() >= Math.min(startedAt + maxMs, session.state().typedAt + idleMs)) return false;
    return [...getTouchedIds(getUnsaved(session))].some((id) => ids.has(id));
  };
  while (isTyping()) {
    await new Promise((resolve) => {
      setTimeout(resolve, pollMs);
    });
  }
  await session.port.settled();
}

/** Whether the caret stands right behind a letter. */
function isInWord({ selection: { $head } }: EditorState): boolean {
  const { parent, parentOffset } = $head;
  return parentOffset > 0 && /\S/u.test(parent.textBetween(parentOffset - 1, parentOffset, '', ' '));
}

/** Brings the document to the base with `change` in it; only the monologues `ids` are looked at. */
export function showChange(session: SyncSession, change: EditChange, ids: ReadonlySet<string>): void {
  const { base } = session.state();
  const target = advance(base, change, base.revision);
  const tr = patchDocument(session.port.state(), {
    monologues: new Map([...ids].map((id) => [id, target.monologues.get(id)])),
    speakers: target.speakers,
  });
  if (tr.docChanged) session.port.dispatch(tr);
}

/** Shows conflicts and writes them together with the draft. */
export function addConflicts(session: SyncSession, conflicts: readonly MergeConflict[]): Promise<void> {
  if (conflicts.length > 0) session.dispatch({ type: 'conflicts-added', conflicts });
  return persistDraft(session, conflicts);
}

/** Takes in the revisions that were told of; asks the server for those in a gap. */
export async function applyReceived(session: SyncSession): Promise<void> {
  while (!isPending(session.state()) && !session.port.isDestroyed()) {
    const { base, received } = session.state();
    if (received.length === 0) return;
    const next = received.find(({ from }) => from <= base.revision);
    if (next !== undefined) await applyRemote(session, next);
    else if ((await catchUp(session)) !== undefined || session.state().base === base) {
      // The stream sends them again when it is back.
      session.dispatch({ type: 'received-dropped' });
    }
  }
}

/** Asks the server for all that is newer than the base and takes it in; or tells why there was no answer. */
export async function catchUp(session: SyncSession): Promise<RequestError | undefined> {
  const result = await session.server.changesSince(session.state().base.revision);
  if ('error' in result) return result.error;
  if (!isPending(session.state())) await applyRemote(session, result.value);
  return undefined;
}

/** What leads from one whole revision to another. */
export function diffBases(was: Base, now: Base): EditChange {
  const put = [...now.monologues.values()].filter(
    (monologue) => was.monologues.get(monologue.id) !== monologue,
  );
  const remove = [...was.monologues.keys()].filter((id) => !now.monologues.has(id));
  return { put, remove, speakers: [...now.speakers] };
}
