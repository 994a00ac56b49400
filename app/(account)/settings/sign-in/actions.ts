'use server';

import { z } from 'zod';
import { runAction } from '#app/run-action';
import * as ownPassword from '#lib/accounts/passwords/change-password';
import * as sessions from '#lib/accounts/sessions/end-sessions';
import { countAttempt, forgiveAttempt } from '#lib/api/limits/limit-attempts';

const passwords = z.object({ current: z.string().max(1024), chosen: z.string().max(1024) });
const whichSessions = z.union([z.enum(['others', 'all']), z.object({ id: z.string().max(64) })]);

/** Changes the account's password if the current one is correct. */
export async function changePassword(given: z.input<typeof passwords>) {
  return runAction(async ({ db, address, accountId, sessionId, by }) => {
    const attempt = { address, account: accountId };
    await countAttempt(db, 'password-check', attempt);
    const result = await ownPassword.changePassword(db, {
      accountId,
      by,
      sessionId,
      ...passwords.parse(given),
    });
    if (result === 'changed') await forgiveAttempt(db, 'password-check', attempt);
    return result;
  });
}

/** Ends sessions of the account: one, all others, or all. */
export async function endSessions(given: z.input<typeof whichSessions>) {
  return runAction(async ({ db, accountId, sessionId, by }) => {
    const which = whichSessions.parse(given);
    if (which === 'all') await sessions.endSessions(db, { accountId, by });
    else if (which === 'others') await sessions.endOtherSessions(db, { accountId, by, keep: sessionId });
    else await sessions.endSession(db, { accountId, by, sessionId: which.id });
  });
}
