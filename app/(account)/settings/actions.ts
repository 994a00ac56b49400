'use server';

import { z } from 'zod';
import { runAction } from '#app/run-action';
import type { ActionResult } from '#components/ui/action-result.ts';
import { changePassword } from '#lib/accounts/passwords/change-password';
import { endOtherSessions, endSession, endSessions } from '#lib/accounts/sessions/end-sessions';
import { mirrorLanguage } from '#app/locale/mirror-language';
import { saveDisplayName } from '#lib/accounts/settings/save-display-name';
import { saveEmailWhenDone } from '#lib/accounts/settings/email-when-done';
import { saveLanguage } from '#lib/accounts/settings/save-language';
import { countAttempt, forgiveAttempt } from '#lib/api/limits/limit-attempts';
import { languages } from '#messages/languages';

const passwords = z.object({ current: z.string().max(1024), chosen: z.string().max(1024) });
const language = z.enum(languages).nullable();
const emailWhenDone = z.enum(['site', 'all']).nullable();
const whichSessions = z.union([z.enum(['others', 'all']), z.object({ id: z.string().max(64) })]);

/** Changes the password of whoever is signed in and knows the current one. */
export async function changeOwnPassword(
  given: z.input<typeof passwords>,
): Promise<ActionResult<'changed' | 'wrong-password'>> {
  return runAction(async ({ db, address, accountId, sessionId, by }) => {
    const attempt = { address, account: accountId };
    await countAttempt(db, 'password-check', attempt);
    const result = await changePassword(db, { accountId, by, sessionId, ...passwords.parse(given) });
    if (result === 'changed') await forgiveAttempt(db, 'password-check', attempt);
    return result;
  });
}

/** Ends sessions of the account: one, all but this one, or all. */
export async function signOut(given: z.input<typeof whichSessions>): Promise<ActionResult<null>> {
  return runAction(async ({ db, accountId, sessionId, by }) => {
    const which = whichSessions.parse(given);
    if (which === 'all') await endSessions(db, { accountId, by });
    else if (which === 'others') await endOtherSessions(db, { accountId, by, keep: sessionId });
    else await endSession(db, { accountId, by, sessionId: which.id });
    return null;
  });
}

/** Sets the language of the account's pages and emails; null for the browser's. */
export async function changeLanguage(given: z.input<typeof language>): Promise<ActionResult<null>> {
  return runAction(async ({ db, accountId, by }) => {
    const chosen = language.parse(given);
    await saveLanguage(db, { accountId, by, language: chosen });
    await mirrorLanguage(chosen);
    return null;
  });
}

/** Chooses of which jobs' end the owner is told by email; null for none. */
export async function changeEmailWhenDone(given: z.input<typeof emailWhenDone>): Promise<ActionResult<null>> {
  return runAction(async ({ db, accountId, by }) => {
    await saveEmailWhenDone(db, { accountId, by, emailWhenDone: emailWhenDone.parse(given) });
    return null;
  });
}

/** Sets the name that others see, and gives it as it was saved; an empty one goes back to the default. */
export async function changeDisplayName(given: string): Promise<ActionResult<string | null>> {
  return runAction(({ db, accountId, by }) =>
    saveDisplayName(db, { accountId, by, displayName: z.string().parse(given) }),
  );
}

/** Takes over the language that the account was given in another browser. */
export async function adoptLanguage(): Promise<ActionResult<null>> {
  return runAction(async ({ language: chosen }) => {
    await mirrorLanguage(chosen);
    return null;
  });
}
