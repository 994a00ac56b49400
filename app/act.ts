import { signedIn, type SignedIn } from '#app/session';
import { log } from '#lib/log';
import { newId } from '#lib/new-id';
import { Refusal } from '#lib/refusal';

/** What an action of a page tells the browser: its value, or why nothing was done, in words. */
export type Outcome<Value> = { value: Value } | { trouble: string };

/**
 * Runs what a page's action does, as the account that is signed in. A refusal is told in its words; a defect is
 * logged under an id that the browser is told. Next lets actions be called from our own pages only.
 */
export async function act<Value>(work: (who: SignedIn) => Promise<Value>): Promise<Outcome<Value>> {
  const who = await signedIn();
  if (who === undefined) return { trouble: 'You are signed out. Sign in again, then repeat this.' };
  try {
    return { value: await work(who) };
  } catch (error) {
    if (error instanceof Refusal) return { trouble: inWords(error) };
    const id = newId();
    log().error({ err: error, actionId: id }, 'an action met a defect');
    return { trouble: `Something went wrong on our side. The log has it as ${id}.` };
  }
}

function inWords({ reason, message }: Refusal): string {
  if (reason.kind !== 'invalid-parameters') return message;
  return Object.values(reason.parameters).flat().join(' ');
}
