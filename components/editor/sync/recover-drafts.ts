import type { EditChange, EditedMonologue } from '#lib/transcript/edit';
import { mergeEdits, type MergeConflict } from '#lib/transcript/merge/merge-edits';
import {
  advance,
  areSpeakersEqual,
  toBase,
  changeBetween,
  baseToEdit,
  getTouchedIds,
  isEmptyChange,
  type Base,
} from './base';
import type { SyncSession } from './session';
import type { Draft } from './draft-store';
import type { RequestFailure } from '#components/editor/api/editor-api.ts';
import { catchUp, diffBases, addConflicts, showChange } from './apply-remote';
import { getUnsaved } from './session';

/*
 * What an ended tab has not saved goes on in this one. A save of which that tab got no answer is sent once more under
 * its own key: the server either has it already, or makes it now, or tells what has come in between.
 */

/** Merges the draft of an ended tab; or returns why the server could not be asked. */
export async function recoverDraft(session: SyncSession, draft: Draft): Promise<RequestFailure | undefined> {
  const rest = await finishPendingSave(session, draft);
  if ('kind' in rest) return rest;
  const failure = await catchUp(session);
  if (failure !== undefined) return failure;
  const { base } = session.state();
  const was = rest.base.revision === base.revision ? base : await readBase(session, rest.base);
  if ('kind' in was) return was;
  if (session.port.isDestroyed()) return { kind: 'unreachable' };
  session.dispatch({ type: 'draft-merged', draft });
  await mergeDraft(session, was, rest.change);
  return undefined;
}

/** A base of which only the monologues that a change touches are known. */
interface RemainingChange {
  base: { revision: number; speakers: Draft['baseSpeakers']; monologues: Map<string, EditedMonologue> };
  change: EditChange;
}

async function finishPendingSave(
  session: SyncSession,
  draft: Draft,
): Promise<RemainingChange | RequestFailure> {
  const { revision, baseSpeakers: speakers, change, flight: pendingSave } = draft;
  const monologues = new Map(draft.base.map((monologue) => [monologue.id, monologue]));
  const base = { revision, speakers, monologues };
  if (pendingSave === undefined) return { base, change };
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
      return {
        base: { revision: next.revision, speakers: [...next.speakers], monologues: new Map(next.monologues) },
        change: { ...left, ...speakersLeft },
      };
    }
    case 'behind':
    case 'refused':
      return { base, change };
    default:
      return result;
  }
}

/** The whole revision that a rest builds on; what the server does not keep any more is taken from the latest. */
async function readBase(
  session: SyncSession,
  { revision, speakers, monologues }: RemainingChange['base'],
): Promise<Base | RequestFailure> {
  const result = await session.server.read(revision);
  if (result.kind !== 'edit') return result;
  if (result.edit !== undefined) return toBase(result.edit);
  return { revision, speakers, monologues: new Map([...session.state().base.monologues, ...monologues]) };
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
