'use server';

import { revalidatePath } from 'next/cache';
import { z } from 'zod';
import { mirrorLanguage } from '#app/locale/mirror-language';
import { runAction } from '#app/run-action';
import * as accounts from '#lib/accounts/delete-account';
import * as displayNames from '#lib/accounts/settings/display-name';
import * as languageChoice from '#lib/accounts/settings/save-language';
import * as notices from '#lib/accounts/settings/email-when-done';
import * as retention from '#lib/accounts/settings/retention';
import * as vocabularies from '#lib/accounts/settings/vocabulary';
import { countAttempt, forgiveAttempt } from '#lib/api/limits/limit-attempts';
import * as shareLinks from '#lib/share-links/revoke-share-link';
import { languages } from '#messages/languages';

const language = z.enum(languages).nullable();
const emailWhenDone = z.enum(['site', 'all']).nullable();
const days = z.int().nullable();
const phrases = z.array(z.string()).max(10_000);
const keptDays = z.object({ keepOriginalsDays: days, keepMediaDays: days, keepJobsDays: days });

/** Sets the name that others see, and returns it as saved; an empty one restores the default. */
export async function saveDisplayName(given: string) {
  return runAction(({ db, accountId, by }) =>
    displayNames.saveDisplayName(db, { accountId, by, displayName: z.string().parse(given) }),
  );
}

/** Sets the language of the account's pages and emails; null for the browser's. */
export async function saveLanguage(given: z.input<typeof language>) {
  return runAction(async ({ db, accountId, by }) => {
    const chosen = language.parse(given);
    await languageChoice.saveLanguage(db, { accountId, by, language: chosen });
    await mirrorLanguage(chosen);
  });
}

/** Sets this browser to the language that the account was given in another one. */
export async function adoptLanguage() {
  return runAction(async ({ language: chosen }) => {
    await mirrorLanguage(chosen);
  });
}

/** Sets the jobs whose end is mailed to the owner; null for none. */
export async function saveEmailWhenDone(given: z.input<typeof emailWhenDone>) {
  return runAction(async ({ db, accountId, by }) => {
    await notices.saveEmailWhenDone(db, { accountId, by, emailWhenDone: emailWhenDone.parse(given) });
  });
}

/** Replaces the words and phrases that count for all recordings of the account. */
export async function saveVocabulary(given: string[]) {
  return runAction(async ({ db, accountId, by }) => {
    await vocabularies.saveVocabulary(db, { accountId, by, vocabulary: phrases.parse(given) });
    revalidatePath('/settings/preferences');
  });
}

/** Ends a share link at once. */
export async function revokeShareLink(given: string) {
  return runAction(async ({ db, accountId, by }) => {
    const linkId = z.string().parse(given);
    await shareLinks.revokeShareLink(db, { accountId, by, linkId });
    revalidatePath('/settings/data');
  });
}

/** Sets how long recordings and jobs are kept. */
export async function setRetention(given: z.input<typeof keptDays>) {
  return runAction(async ({ db, accountId, by }) => {
    await retention.setRetention(db, { accountId, by, ...keptDays.parse(given) });
    revalidatePath('/settings/data');
  });
}

/** Deletes the account, if the password is right. */
export async function deleteAccount(given: string) {
  return runAction(async ({ db, accountId, address, by }) => {
    const password = z.string().max(1024).parse(given);
    const attempt = { address, account: accountId };
    await countAttempt(db, 'password-check', attempt);
    await accounts.deleteAccount(db, { accountId, by, password });
    await forgiveAttempt(db, 'password-check', attempt);
  });
}
