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
import * as additions from '#lib/revisions/corrections/decide-corrections';
import * as dismissals from '#lib/revisions/corrections/decide-corrections';
import * as decisions from '#lib/revisions/corrections/decide-corrections';
import * as shareLinks from '#lib/share-links/change-share-link';
import { languages } from '#messages/languages';

const language = z.enum(languages).nullable();
const emailWhenDone = z.enum(['site', 'all']).nullable();
const days = z.int().nullable();
const phrases = z.array(z.string()).max(10_000);
const phrase = z.string().max(1000);
const keptDays = z.object({ keepOriginalsDays: days, keepMediaDays: days, keepJobsDays: days });

/** Sets the name shown to others, and returns it as saved. An empty name restores the default. */
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

/** Switches this browser to the language set for the account in another one. */
export async function adoptLanguage() {
  return runAction(async ({ language: chosen }) => {
    await mirrorLanguage(chosen);
  });
}

/** Sets which jobs the owner is emailed about when they end; null for none. */
export async function saveEmailWhenDone(given: z.input<typeof emailWhenDone>) {
  return runAction(async ({ db, accountId, by }) => {
    await notices.saveEmailWhenDone(db, { accountId, by, emailWhenDone: emailWhenDone.parse(given) });
  });
}

/** Replaces the account's vocabulary, which applies to all recordings. */
export async function saveVocabulary(given: string[]) {
  return runAction(async ({ db, accountId, by }) => {
    await vocabularies.saveVocabulary(db, { accountId, by, vocabulary: phrases.parse(given) });
    revalidatePath('/settings/preferences');
  });
}

/** Adds a frequently corrected phrase to the vocabulary. */
export async function addToVocabulary(given: string) {
  return runAction(async ({ db, accountId, by }) => {
    await additions.addToVocabulary(db, { accountId, by, phrase: phrase.parse(given) });
    revalidatePath('/settings/preferences');
  });
}

/** Stops suggesting a frequently corrected phrase. */
export async function dismissCorrection(given: string) {
  return runAction(async ({ db, accountId }) => {
    await dismissals.dismissCorrection(db, { accountId, phrase: phrase.parse(given) });
    revalidatePath('/settings/preferences');
  });
}

/** Suggests a phrase again. Returns true if that removed it from the vocabulary. */
export async function undoDecision(given: string) {
  return runAction(async ({ db, accountId, by }) => {
    const isRemoved = await decisions.undoDecision(db, { accountId, by, phrase: phrase.parse(given) });
    revalidatePath('/settings/preferences');
    return isRemoved;
  });
}

/** Revokes a share link immediately. */
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

/** Deletes the account if the password is correct. */
export async function deleteAccount(given: string) {
  return runAction(async ({ db, accountId, address, by }) => {
    const password = z.string().max(1024).parse(given);
    const attempt = { address, account: accountId };
    await countAttempt(db, 'password-check', attempt);
    await accounts.deleteAccount(db, { accountId, by, password });
    await forgiveAttempt(db, 'password-check', attempt);
  });
}
