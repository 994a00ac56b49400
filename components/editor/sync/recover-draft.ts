import type { EditChange } from '#lib/transcript/edit';
import type { RequestError, RequestResult } from '#components/editor/api/editor-client.ts';
import { advance, diffBases, getTouchedIds, toBase, type Base } from '#components/editor/sync/state/base.ts';
import { isPending } from '#components/editor/sync/state/sync-state.ts';
import type { Draft } from './draft-store';
import { catchUp } from './receive';
import {
  addConflicts,
  getUnsaved,
  loadMissingWords,
  mergeChanges,
  showBase,
  type SyncSession,
} from './session';

/* Continues drafts of closed tabs. An unanswered save is resent under its own key, so it is applied only once. */

/** Merges the drafts of closed tabs. Returns false if the server couldn't be reached. */
export async function recoverDrafts(session: SyncSession): Promise<boolean> {
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

async function recoverDraft(session: SyncSession, draft: Draft): Promise<RequestError | undefined> {
  const missing = await loadMissingWords(session, [...draft.base, ...draft.change.put]);
  if (missing !== undefined) return missing;
  const { base } = session.state();
  if (draft.revision === base.revision && !session.port.isDestroyed()) {
    // The base is known, so the draft is shown without the server. Its pending save becomes this tab's.
    session.dispatch({ type: 'draft-merged', draft, pendingSave: draft.pendingSave });
    await mergeDraft(session, base, draft.change);
    return undefined;
  }
  const rest = await finishPendingSave(session, draft);
  if ('error' in rest) return rest.error;
  const error = await catchUp(session);
  if (error !== undefined) return error;
  const was = await readBase(session, rest.value.base);
  if ('error' in was) return was.error;
  if (session.port.isDestroyed()) return { kind: 'unreachable' };
  session.dispatch({ type: 'draft-merged', draft, pendingSave: undefined });
  await mergeDraft(session, was.value, rest.value.change);
  return undefined;
}

/** The change left to save. Of its base, only the touched monologues are known. */
interface RemainingChange {
  base: Base;
  change: EditChange;
}

async function finishPendingSave(
  session: SyncSession,
  { revision, base: known, baseSpeakers: speakers, change, pendingSave }: Draft,
): Promise<RequestResult<RemainingChange>> {
  const base = {
    revision,
    speakers,
    monologues: new Map(known.map((monologue) => [monologue.id, monologue])),
  };
  if (pendingSave === undefined) return { value: { base, change } };
  const result = await session.server.save(pendingSave);
  switch (result.kind) {
    case 'saved': {
      const saved = advance(base, pendingSave.change, result.revision);
      return { value: { base: saved, change: diffBases(saved, advance(base, change, revision)) } };
    }
    case 'behind':
    case 'refused':
      return { value: { base, change } };
    default:
      return { error: result };
  }
}

/** Completes a base. If the server no longer has that revision, the rest is from the latest one. */
async function readBase(session: SyncSession, base: Base): Promise<RequestResult<Base>> {
  const latest = session.state().base;
  if (base.revision === latest.revision) return { value: latest };
  const result = await session.server.read(base.revision);
  if ('error' in result) return result;
  if (result.value !== undefined) return { value: toBase(result.value) };
  const monologues = new Map([...session.state().base.monologues, ...base.monologues]);
  return { value: { ...base, monologues } };
}

/** Merges a change on `base` into the document. Local unsaved changes count as theirs, and stay unsaved. */
async function mergeDraft(session: SyncSession, base: Base, mine: EditChange): Promise<void> {
  const latest = session.state().base;
  const unsaved = getUnsaved(session);
  const now = advance(latest, unsaved, latest.revision);
  const { change, conflicts } = mergeChanges(session, { base, mine, theirs: diffBases(base, now) });
  showBase(session, advance(now, change, latest.revision), getTouchedIds(change, unsaved, mine));
  await addConflicts(session, conflicts);
}
