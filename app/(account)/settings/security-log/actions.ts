'use server';

import { z } from 'zod';
import { readEventPage } from '#app/(account)/settings/security-log/read-event-page';
import { runAction } from '#app/run-action';
import type { EventPage } from '#components/account/security-log/security-log';
import type { ActionResult } from '#components/ui/action-result.ts';

/** The page of the account's log that ends before this event. */
export async function loadBefore(eventId: string): Promise<ActionResult<EventPage>> {
  return runAction(({ db, accountId }) =>
    readEventPage(db, { accountId, before: z.string().max(64).parse(eventId) }),
  );
}
