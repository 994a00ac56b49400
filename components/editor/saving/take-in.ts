import type { EditorState } from '@tiptap/pm/state';
import type { EditChange } from '#lib/transcripts/edit';
import { mergeEdits, type Leftover } from '#lib/transcripts/merge-edits';
import { advance, editOfBase, idsOf, isNothing, type Base } from './base';
import { bringTo } from './bring-to';
import { keep, unsavedOf, type Desk } from './desk';
import type { NoAnswer, Since } from './server';

/**
 * Takes in what others have saved: `theirs` leads from the base to `revision`. What is not saved here is merged with
 * it, and what can't be merged becomes a leftover. Waits while an input method is composing, and where both changed the
 * same monologue for a pause in typing, so that no word is torn apart.
 */
export async function takeIn(desk: Desk, { revision, change: theirs }: Since): Promise<void> {
  await pause(desk, theirs);
  // Somebody else may have taken it in meanwhile.
  if (revision <= desk.base.revision || desk.sheet.isGone()) return;
  const mine = unsavedOf(desk);
  const next = advance(desk.base, theirs, revision);
  const { change, leftovers } = isNothing(mine)
    ? { change: mine, leftovers: [] }
    : mergeEdits({ base: editOfBase(desk.base), mine, theirs, words: desk.words, newId: desk.newId });
  desk.base = next;
  show(desk, change, idsOf(mine, theirs, change));
  if (leftovers.length > 0 || !isNothing(mine)) await leave(desk, leftovers);
}

/** How long nothing is typed before others' work may come in, and when it comes in all the same. */
const betweenWords = { restMs: 400, mostMs: 3000 };
/** Somebody may look for a letter. A word that is taken apart could end half in the text, half in a leftover. */
const insideWord = { restMs: 1500, mostMs: 10_000 };
/** Fast typists are between two words for less than the tenth of a second. */
const askedEveryMs = 25;

async function pause(desk: Desk, theirs: EditChange): Promise<void> {
  const came = Date.now();
  const ids = idsOf(theirs);
  const isTyping = (): boolean => {
    const { restMs, mostMs } = isInWord(desk.sheet.state()) ? insideWord : betweenWords;
    if (Date.now() >= Math.min(came + mostMs, desk.typedAt + restMs)) return false;
    return [...idsOf(unsavedOf(desk))].some((id) => ids.has(id));
  };
  while (isTyping()) {
    await new Promise((resolve) => {
      setTimeout(resolve, askedEveryMs);
    });
  }
  await desk.sheet.settled();
}

/** Whether the caret stands right behind a letter. */
function isInWord({ selection: { $head } }: EditorState): boolean {
  const { parent, parentOffset } = $head;
  return parentOffset > 0 && /\S/u.test(parent.textBetween(parentOffset - 1, parentOffset, '', ' '));
}

/** Brings the document to the base with `change` in it; only the monologues `ids` are looked at. */
export function show(desk: Desk, change: EditChange, ids: ReadonlySet<string>): void {
  const goal = advance(desk.base, change, desk.base.revision);
  const tr = bringTo(desk.sheet.state(), {
    monologues: new Map([...ids].map((id) => [id, goal.monologues.get(id)])),
    speakers: goal.speakers,
  });
  if (tr.docChanged) desk.sheet.bring(tr);
}

/** Shows leftovers and writes them down together with what is still to be saved. */
export function leave(desk: Desk, leftovers: readonly Leftover[]): Promise<void> {
  if (leftovers.length > 0) desk.leftovers = [...desk.leftovers, ...leftovers];
  return keep(desk, leftovers);
}

/** Takes in the revisions that were told of; asks the server for those in a gap. */
export async function takeArrived(desk: Desk): Promise<void> {
  while (desk.flight === undefined && !desk.sheet.isGone()) {
    const { base } = desk;
    desk.arrived = desk.arrived.filter(({ revision }) => revision > base.revision);
    if (desk.arrived.length === 0) return;
    const next = desk.arrived.find(({ from }) => from <= base.revision);
    if (next !== undefined) await takeIn(desk, next);
    else if ((await catchUp(desk)) !== undefined || desk.base === base) {
      // The stream tells of them again when it is back.
      desk.arrived = [];
    }
  }
}

/** Asks the server for all that is newer than the base and takes it in; or tells why there was no answer. */
export async function catchUp(desk: Desk): Promise<NoAnswer | undefined> {
  const answer = await desk.server.changesSince(desk.base.revision);
  if (answer.kind !== 'changes') return answer;
  if (desk.flight === undefined) await takeIn(desk, answer);
  return undefined;
}

/** What leads from one whole revision to another. */
export function changeFrom(was: Base, now: Base): EditChange {
  const put = [...now.monologues.values()].filter((one) => was.monologues.get(one.id) !== one);
  const remove = [...was.monologues.keys()].filter((id) => !now.monologues.has(id));
  return { put, remove, speakers: [...now.speakers] };
}
