import { headers } from 'next/headers';
import { readClientAddress } from '#app/client-address';
import { signedIn, type SignedIn } from '#app/session';
import { authTexts } from '#components/texts/auth';
import { troubleTexts } from '#components/texts/troubles';
import { pageDatabase, type PageDatabase } from '#lib/api/page-database';
import { log } from '#lib/log';
import { newId } from '#lib/new-id';
import { Refusal } from '#lib/refusal';

/** What an action of a page tells the browser: its value, or why nothing was done, in words. */
export type Outcome<Value> = { value: Value } | { trouble: string };

/** Who calls an action: nobody that we know, from this address. */
export interface Stranger {
  db: PageDatabase;
  address: string;
}

/**
 * Runs what a page's action does, as the account that is signed in. A refusal is told in its words; a defect is
 * logged under an id that the browser is told. Next lets actions be called from our own pages only.
 */
export async function act<Value>(
  work: (who: SignedIn & Stranger) => Promise<Value>,
): Promise<Outcome<Value>> {
  const who = await signedIn();
  if (who === undefined) return { trouble: troubleTexts.action.signedOut };
  return actAsStranger((stranger) => work({ ...stranger, ...who }));
}

/** As `act`, for what nobody needs to be signed in for: its work must count attempts. */
export async function actAsStranger<Value>(
  work: (stranger: Stranger) => Promise<Value>,
): Promise<Outcome<Value>> {
  try {
    return { value: await work({ db: pageDatabase(), address: readClientAddress(await headers()) }) };
  } catch (error) {
    if (error instanceof Refusal) return { trouble: inWords(error) };
    const id = newId();
    log().error({ err: error, actionId: id }, 'an action met a defect');
    return { trouble: troubleTexts.action.defect(id) };
  }
}

function inWords({ reason, message }: Refusal): string {
  if (reason.kind === 'too-many-requests') return authTexts.wait(reason.retryAfterSeconds);
  if (reason.kind !== 'invalid-parameters') return message;
  return Object.values(reason.parameters).flat().join(' ');
}
