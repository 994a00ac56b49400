'use server';

import { z } from 'zod';
import { act, type Outcome } from '#app/act';
import { changePassword } from '#lib/accounts/change-password';
import { endOtherSessions, endSession, endSessions } from '#lib/accounts/end-sessions';
import { countAttempt, forgiveAttempt } from '#lib/api/limit-attempts';

const passwords = z.object({ current: z.string().max(1024), chosen: z.string().max(1024) });
const whichSessions = z.union([z.enum(['others', 'all']), z.object({ id: z.string().max(64) })]);

/** Changes the password of whoever is signed in and knows the current one. */
export async function changeOwnPassword(
  given: z.input<typeof passwords>,
): Promise<Outcome<'changed' | 'wrong-password'>> {
  return act(async ({ db, address, accountId, sessionId }) => {
    const attempt = { address, account: accountId };
    await countAttempt('password-check', attempt);
    const outcome = await changePassword(db, { accountId, sessionId, ...passwords.parse(given) });
    if (outcome === 'changed') await forgiveAttempt('password-check', attempt);
    return outcome;
  });
}

/** Ends sessions of the account: one, all but this one, or all. */
export async function signOut(given: z.input<typeof whichSessions>): Promise<Outcome<null>> {
  return act(async ({ db, accountId, sessionId }) => {
    const which = whichSessions.parse(given);
    if (which === 'all') await endSessions(db, { accountId });
    else if (which === 'others') await endOtherSessions(db, { accountId, keep: sessionId });
    else await endSession(db, { accountId, sessionId: which.id });
    return null;
  });
}
