'use server';

import { z } from 'zod';
import { runAction } from '#app/run-action';
import { readEventPage } from './read-event-page';

/** Returns the page of the account's log before this event. */
export async function loadBefore(eventId: string) {
  return runAction(({ db, accountId }) =>
    readEventPage(db, { accountId, before: z.string().max(64).parse(eventId) }),
  );
}
