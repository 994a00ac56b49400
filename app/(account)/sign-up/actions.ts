'use server';

import { z } from 'zod';
import { mailUnavailable } from '#app/explain/explain-input';
import { runPublicAction } from '#app/run-action';
import { getSignUpStep } from '#app/(account)/sign-up/sign-up-step';
import { requestLink } from '#lib/accounts/request-link';
import * as accounts from '#lib/accounts/sign-up';
import { countAttempt } from '#lib/api/limits/limit-attempts';
import { addSampleTranscript } from '#lib/samples/add-sample-transcript';

const chosen = z.object({
  email: z.string().max(254),
  password: z.string().max(1024),
  invitation: z.string().max(100).optional(),
});

/** Creates an account: for anyone if sign-up is open, else with an invitation. */
export async function signUp(given: z.input<typeof chosen>) {
  return runPublicAction(async ({ db, address, by }) => {
    const { invitation, ...person } = chosen.parse(given);
    await countAttempt(db, 'sign-up', { address, account: person.email });
    const step = getSignUpStep();
    const creation = { onCreated: addSampleTranscript, by };
    if (invitation !== undefined && step !== 'closed') {
      return accounts.signUpInvited(db, { ...person, invitation }, creation);
    }
    return step === 'direct' ? accounts.signUp(db, person, creation) : 'invitation-unusable';
  });
}

/** Emails a sign-up link, or a note to an address that already has an account. */
export async function requestSignUpLink(given: string) {
  return runPublicAction(async ({ db, address }) => {
    const email = z.string().max(254).parse(given);
    if (getSignUpStep() !== 'by-mail') throw mailUnavailable();
    await countAttempt(db, 'mail-request', { address, account: email });
    await requestLink(db, { purpose: 'sign-up', email });
  });
}
