import { advance, isNothing } from './base';
import { keep, unsavedOf, type Desk } from './desk';
import { takeArrived, takeIn } from './take-in';
import type { NoAnswer, SaveAnswer } from './server';
import { takeOver } from './take-over';

/**
 * Saves what is unsaved now and takes in what others have saved, until there is nothing to do or trouble stops it.
 * One at a time: a save whose answer was lost is repeated as it was before anything newer is sent.
 */
export function saveRound(desk: Desk): Promise<void> {
  desk.isAsked = true;
  return round(desk);
}

/** Takes in what others have saved. What is unsaved waits for its own time: two who type would else answer each other. */
export function hearRound(desk: Desk): Promise<void> {
  return round(desk);
}

async function round(desk: Desk): Promise<void> {
  if (desk.isSending) return;
  desk.isSending = true;
  try {
    for (let goesOn = true; goesOn;) {
      const saves = desk.isAsked;
      desk.isAsked = false;
      if (!(await takeRecords(desk))) break;
      await takeArrived(desk);
      if (saves && desk.isHolding && (await saveOnce(desk))) desk.isAsked = true;
      goesOn = desk.isAsked || (!desk.sheet.isGone() && desk.flight === undefined && desk.arrived.length > 0);
    }
  } finally {
    desk.isSending = false;
    desk.isDirty = desk.flight !== undefined || !isNothing(unsavedOf(desk));
    desk.changed();
  }
}

/** Takes in what ended tabs have left; false when the server could not be asked. */
async function takeRecords(desk: Desk): Promise<boolean> {
  while (desk.isHolding && desk.records.length > 0 && desk.flight === undefined) {
    const trouble = await takeOver(desk, desk.records.slice(0, 1));
    if (trouble !== undefined) {
      meet(desk, trouble);
      return false;
    }
    desk.records = desk.records.slice(1);
  }
  return true;
}

/** One request; whether another one should follow at once. */
async function saveOnce(desk: Desk): Promise<boolean> {
  const isRepeated = desk.flight !== undefined;
  if (desk.flight === undefined) {
    const change = unsavedOf(desk);
    if (isNothing(change)) {
      if (desk.isDirty) await keep(desk);
      desk.trouble = undefined;
      return false;
    }
    const { client, base } = desk;
    desk.flight = { key: `${client}:${++desk.saves}`, client, revision: base.revision, change };
  }
  desk.isDirty = true;
  desk.changed();
  const kept = keep(desk);
  // A page that is being left has no time to wait.
  if (!desk.isLeaving) await kept;
  const isMore = await settle(desk, await desk.server.save(desk.flight));
  // What was typed since has had its own time, while the repeated save was in its way.
  return isMore || (isRepeated && desk.flight === undefined && desk.trouble === undefined);
}

async function settle(desk: Desk, answer: SaveAnswer): Promise<boolean> {
  const { flight } = desk;
  if (flight === undefined) return false;
  switch (answer.kind) {
    case 'saved':
      desk.base = advance(desk.base, flight.change, answer.revision);
      desk.flight = undefined;
      desk.trouble = undefined;
      await keep(desk);
      return false;
    case 'behind':
      desk.flight = undefined;
      desk.trouble = undefined;
      await takeIn(desk, answer);
      return !desk.sheet.isGone();
    case 'refused':
      desk.flight = undefined;
      desk.trouble = { ...answer, change: flight.change };
      desk.isAsked = false;
      await keep(desk);
      return false;
    default:
      desk.isAsked = false;
      meet(desk, answer);
      return false;
  }
}

/** Notes why the server can't be worked with now. */
export function meet(desk: Desk, answer: NoAnswer): void {
  desk.trouble = answer;
  desk.changed();
}
