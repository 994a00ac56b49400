import type { EditorState } from '@tiptap/pm/state';
import type { EditChange } from '#lib/transcript/edit';
import type { RequestError } from '#components/editor/api/editor-client.ts';
import type { RevisionChange } from '#components/editor/api/editor-server.ts';
import { advance, getTouchedIds, isEmptyChange } from '#components/editor/sync/state/base.ts';
import { isPending } from '#components/editor/sync/state/sync-state.ts';
import {
  addConflicts,
  getUnsaved,
  loadMissingWords,
  mergeChanges,
  showBase,
  type SyncSession,
} from './session';
import { sleep } from './timers';

/** Applies received revisions in order, and requests missing ones. Returns the error that makes one wait. */
export async function applyReceived(session: SyncSession): Promise<RequestError | undefined> {
  while (!isPending(session.state()) && !session.port.isDestroyed()) {
    const { base, received } = session.state();
    if (received.length === 0) return undefined;
    const next = received.find(({ from }) => from <= base.revision);
    if (next !== undefined) {
      const error = await applyRemote(session, next);
      if (error !== undefined) return error;
    } else if ((await catchUp(session)) !== undefined || session.state().base === base) {
      // The stream resends them when it reconnects.
      session.dispatch({ type: 'received-dropped' });
    }
  }
  return undefined;
}

/** Requests and applies everything newer than the base. Returns an error. */
export async function catchUp(session: SyncSession): Promise<RequestError | undefined> {
  const result = await session.server.changesSince(session.state().base.revision);
  if ('error' in result) return result.error;
  return isPending(session.state()) ? undefined : applyRemote(session, result.value);
}

/**
 * Applies a remote change that leads from the base to `revision`, merging local changes; what can't be merged becomes a
 * conflict. Waits while an input method composes and, if both changed the same monologue, for a pause in typing, so
 * that no word is torn apart. Returns the error if the machine words that it refers to couldn't be loaded.
 */
async function applyRemote(
  session: SyncSession,
  { revision, change: theirs }: RevisionChange,
): Promise<RequestError | undefined> {
  const error = await loadMissingWords(session, theirs.put);
  if (error !== undefined) return error;
  await waitForPause(session, theirs);
  const { base } = session.state();
  // Another round may have applied it in the meantime.
  if (revision <= base.revision || session.port.isDestroyed()) return undefined;
  const mine = getUnsaved(session);
  const { change, conflicts } = mergeChanges(session, { base, mine, theirs });
  const next = advance(base, theirs, revision);
  session.dispatch({ type: 'rebased', base: next });
  showBase(session, advance(next, change, revision), getTouchedIds(mine, theirs, change));
  if (conflicts.length > 0 || !isEmptyChange(mine)) await addConflicts(session, conflicts);
  return undefined;
}

/** The pause in typing before remote changes apply, and the maximum wait for one. */
const betweenWords = { idleMs: 400, maxMs: 3000 };
/** Longer inside a word: a word torn apart could end up half in a conflict. */
const insideWord = { idleMs: 1500, maxMs: 10_000 };
/** Fast typists pause between words for less than a tenth of a second. */
const pollMs = 25;

async function waitForPause(session: SyncSession, theirs: EditChange): Promise<void> {
  const startedAt = Date.now();
  const ids = getTouchedIds(theirs);
  const isTyping = (): boolean => {
    const { idleMs, maxMs } = isInWord(session.port.state()) ? insideWord : betweenWords;
    if (Date.now() >= Math.min(startedAt + maxMs, session.state().typedAt + idleMs)) return false;
    return [...getTouchedIds(getUnsaved(session))].some((id) => ids.has(id));
  };
  while (isTyping()) await sleep(pollMs);
  await session.port.settled();
}

/** True if the caret is right after a letter. */
function isInWord({ selection: { $head } }: EditorState): boolean {
  const { parent, parentOffset } = $head;
  return parentOffset > 0 && /\S/u.test(parent.textBetween(parentOffset - 1, parentOffset, '', ' '));
}
