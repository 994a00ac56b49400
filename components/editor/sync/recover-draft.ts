import type { EditChange, EditedMonologue } from '#lib/transcript/edit';
import { mergeEdits, type MergeConflict } from '#lib/transcript/merge/merge-edits';
import { withoutExtraBlanks } from '#lib/transcript/text/extra-blanks';
import {
  advance,
  areSpeakersEqual,
  toBase,
  changeBetween,
  baseToEdit,
  getTouchedIds,
  isEmptyChange,
  type Base,
} from '#components/editor/sync/state/base.ts';
import type { SyncSession } from './session';
import type { Draft } from './draft-store';
import type { RequestError, RequestResult } from '#components/editor/api/editor-client.ts';
import { catchUp, diffBases, addConflicts, showChange } from './apply-remote';
import { getUnsaved } from './session';

/*
 * This tab continues with what an ended one has not saved. A save of which that tab got no answer is sent once more under
 * its own key: the server either has it already, or makes it now, or tells what has come in between.
 */

/** Merges the draft of an ended tab; or returns why the server could not be asked. */
export async function recoverDraft(session: SyncSession, kept: Draft): Promise<RequestError | undefined> {
  const draft = toWritten(kept);
  if (draft.revision === session.state().base.revision && !session.port.isDestroyed()) {
    // What it builds on is here: the server isn't needed to show it, and gets its save as one that this tab has sent.
    session.dispatch({ type: 'draft-merged', draft, pendingSave: draft.flight });
    await mergeDraft(session, session.state().base, draft.change);
    return undefined;
  }
  const rest = await finishPendingSave(session, draft);
  if ('error' in rest) return rest.error;
  const failure = await catchUp(session);
  if (failure !== undefined) return failure;
  const { base } = session.state();
  const { revision } = rest.value.base;
  const was = revision === base.revision ? { value: base } : await readBase(session, rest.value.base);
  if ('error' in was) return was.error;
  if (session.port.isDestroyed()) return { kind: 'unreachable' };
  session.dispatch({ type: 'draft-merged', draft, pendingSave: undefined });
  await mergeDraft(session, was.value, rest.value.change);
  return undefined;
}

/** The draft of a browser that had revision 0 with a blank between any two words, as if it had been written without. */
function toWritten(draft: Draft): Draft {
  const { revision, isAsWritten, base, change } = draft;
  if (isAsWritten || revision > 0) return draft;
  return {
    ...draft,
    base: base.map(withoutExtraBlanks),
    change: { ...change, put: change.put.map(withoutExtraBlanks) },
  };
}

/** A base of which only the monologues that a change touches are known. */
interface RemainingChange {
  base: { revision: number; speakers: Draft['baseSpeakers']; monologues: Map<string, EditedMonologue> };
  change: EditChange;
}

async function finishPendingSave(
  session: SyncSession,
  draft: Draft,
): Promise<RequestResult<RemainingChange>> {
  const { revision, baseSpeakers: speakers, change, flight: pendingSave } = draft;
  const monologues = new Map(draft.base.map((monologue) => [monologue.id, monologue]));
  const base = { revision, speakers, monologues };
  if (pendingSave === undefined) return { value: { base, change } };
  const result = await session.server.save(pendingSave);
  switch (result.kind) {
    case 'saved': {
      const next = advance(base, pendingSave.change, result.revision);
      const all = advance(base, change, revision);
      const left = changeBetween(
        getTouchedIds(change, pendingSave.change),
        (id) => next.monologues.get(id),
        (id) => all.monologues.get(id),
      );
      const speakersLeft = areSpeakersEqual(next.speakers, all.speakers)
        ? {}
        : { speakers: [...all.speakers] };
      const monologuesLeft = new Map(next.monologues);
      return {
        value: {
          base: { revision: next.revision, speakers: [...next.speakers], monologues: monologuesLeft },
          change: { ...left, ...speakersLeft },
        },
      };
    }
    case 'behind':
    case 'refused':
      return { value: { base, change } };
    default:
      return { error: result };
  }
}

/** The whole revision that a rest builds on; what the server does not keep any more is taken from the latest. */
async function readBase(
  session: SyncSession,
  { revision, speakers, monologues }: RemainingChange['base'],
): Promise<RequestResult<Base>> {
  const result = await session.server.read(revision);
  if ('error' in result) return result;
  if (result.value !== undefined) return { value: toBase(result.value) };
  const all = new Map([...session.state().base.monologues, ...monologues]);
  return { value: { revision, speakers, monologues: all } };
}

async function mergeDraft(session: SyncSession, was: Base, rest: EditChange): Promise<void> {
  const here = getUnsaved(session);
  const latest = session.state().base;
  // Two ended tabs, or someone who types at once: what is here counts as theirs, and stays unsaved.
  const now = advance(latest, here, latest.revision);
  const theirs = diffBases(was, now);
  let conflicts: MergeConflict[] = [];
  let change = rest;
  if (was !== latest || !isEmptyChange(here)) {
    const base = baseToEdit(was);
    ({ change, conflicts } = mergeEdits({
      base,
      mine: rest,
      theirs,
      words: session.words,
      newId: session.newId,
    }));
  }
  const all = advance(now, change, latest.revision);
  const ids = getTouchedIds(change, here, rest);
  showChange(
    session,
    {
      ...changeBetween(
        ids,
        (id) => latest.monologues.get(id),
        (id) => all.monologues.get(id),
      ),
      speakers: [...all.speakers],
    },
    ids,
  );
  await addConflicts(session, conflicts);
}
