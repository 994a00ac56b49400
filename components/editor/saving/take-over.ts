import type { EditChange, EditedMonologue } from '#lib/transcripts/edit';
import { mergeEdits, type Leftover } from '#lib/transcripts/merge-edits';
import { advance, areSame, baseOf, changeBetween, editOfBase, idsOf, isNothing, type Base } from './base';
import type { Desk } from './desk';
import type { Unsaved } from './kept';
import type { NoAnswer } from './server';
import { catchUp, changeFrom, leave, show } from './take-in';
import { unsavedOf } from './desk';

/*
 * What an ended tab has not saved goes on in this one. A save of which that tab got no answer is sent once more under
 * its own key: the server either has it already, or makes it now, or tells what has come in between.
 */

/** Takes in the records of ended tabs; or tells why the server could not be asked, and leaves the rest for later. */
export async function takeOver(desk: Desk, records: readonly Unsaved[]): Promise<NoAnswer | undefined> {
  for (const record of records) {
    const rest = await finishFlight(desk, record);
    if ('kind' in rest) return rest;
    const trouble = await catchUp(desk);
    if (trouble !== undefined) return trouble;
    const was = rest.base.revision === desk.base.revision ? desk.base : await wholeBase(desk, rest.base);
    if ('kind' in was) return was;
    if (desk.sheet.isGone()) return { kind: 'unreachable' };
    desk.instead.push(record);
    await combine(desk, was, rest.change);
  }
  return undefined;
}

/** A base of which only the monologues that a change touches are known. */
interface Rest {
  base: { revision: number; speakers: Unsaved['baseSpeakers']; monologues: Map<string, EditedMonologue> };
  change: EditChange;
}

async function finishFlight(desk: Desk, record: Unsaved): Promise<Rest | NoAnswer> {
  const { revision, baseSpeakers: speakers, change, flight } = record;
  const monologues = new Map(record.base.map((one) => [one.id, one]));
  const base = { revision, speakers, monologues };
  if (flight === undefined) return { base, change };
  const answer = await desk.server.save(flight);
  switch (answer.kind) {
    case 'saved': {
      const next = advance(base, flight.change, answer.revision);
      const all = advance(base, change, revision);
      const left = changeBetween(
        idsOf(change, flight.change),
        (id) => next.monologues.get(id),
        (id) => all.monologues.get(id),
      );
      const speakersLeft = areSame(next.speakers, all.speakers) ? {} : { speakers: [...all.speakers] };
      return {
        base: { revision: next.revision, speakers: [...next.speakers], monologues: new Map(next.monologues) },
        change: { ...left, ...speakersLeft },
      };
    }
    case 'behind':
    case 'refused':
      return { base, change };
    default:
      return answer;
  }
}

/** The whole revision that a rest builds on; what the server does not keep any more is taken from the latest. */
async function wholeBase(
  desk: Desk,
  { revision, speakers, monologues }: Rest['base'],
): Promise<Base | NoAnswer> {
  const answer = await desk.server.read(revision);
  if (answer.kind !== 'edit') return answer;
  if (answer.edit !== undefined) return baseOf(answer.edit);
  return { revision, speakers, monologues: new Map([...desk.base.monologues, ...monologues]) };
}

async function combine(desk: Desk, was: Base, rest: EditChange): Promise<void> {
  const here = unsavedOf(desk);
  // Two ended tabs, or somebody was quick to type: what is here counts as theirs, and stays unsaved.
  const now = advance(desk.base, here, desk.base.revision);
  const theirs = changeFrom(was, now);
  let leftovers: Leftover[] = [];
  let change = rest;
  if (was !== desk.base || !isNothing(here)) {
    const base = editOfBase(was);
    ({ change, leftovers } = mergeEdits({ base, mine: rest, theirs, words: desk.words, newId: desk.newId }));
  }
  const all = advance(now, change, desk.base.revision);
  const ids = idsOf(change, here, rest);
  show(
    desk,
    {
      ...changeBetween(
        ids,
        (id) => desk.base.monologues.get(id),
        (id) => all.monologues.get(id),
      ),
      speakers: [...all.speakers],
    },
    ids,
  );
  desk.isDirty = true;
  await leave(desk, leftovers);
}
