'use server';

import { z } from 'zod';
import { actAsStranger, type Outcome } from '#app/act';
import { signUpWay } from '#app/(account)/sign-up/way';
import { requestLink } from '#lib/accounts/request-link';
import { signUp, signUpInvited, type SignUpOutcome } from '#lib/accounts/sign-up';
import { countAttempt } from '#lib/api/limit-attempts';

const chosen = z.object({
  email: z.string().max(254),
  password: z.string().max(1024),
  invitation: z.string().max(100).optional(),
});

/** Creates an account: for anybody where sign-up is open, else for a guest with an invitation. */
export async function createAccount(given: z.input<typeof chosen>): Promise<Outcome<SignUpOutcome>> {
  return actAsStranger(async ({ db, address }) => {
    const { invitation, ...person } = chosen.parse(given);
    await countAttempt('sign-up', { address, account: person.email });
    const way = signUpWay();
    if (invitation !== undefined && way !== 'closed') return signUpInvited(db, { ...person, invitation });
    return way === 'direct' ? signUp(db, person) : 'invitation-unusable';
  });
}

/** Mails a link to sign up with, or, to somebody who has an account, a word about that. */
export async function requestSignUpLink(given: string): Promise<Outcome<null>> {
  return actAsStranger(async ({ db, address }) => {
    const email = z.string().max(254).parse(given);
    if (signUpWay() !== 'by-mail') throw new Error('a link was asked for where none are mailed');
    await countAttempt('mail-request', { address, account: email });
    await requestLink(db, { purpose: 'sign-up', email });
    return null;
  });
}
