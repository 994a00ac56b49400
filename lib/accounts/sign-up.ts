import { takeInvitation } from '#lib/accounts/invite';
import { insertAccount, parseEmail, type Creation } from '#lib/accounts/insert-account';
import { hashChosenPassword } from '#lib/accounts/passwords/passwords';
import type { Db } from '#lib/db/connect';
import { invalidParameter, Refusal } from '#lib/refusal';
import * as texts from '#messages/auth';

/** The result of a sign-up. */
export type SignUpResult = 'created' | 'email-unusable' | 'invitation-unusable';

/** Credentials chosen at sign-up. */
export interface Chosen {
  email: string;
  password: string;
}

/** Creates a visitor's account. Returns `email-unusable` for a taken address, after equal time. Refuses bad input. */
export async function signUp(
  db: Db,
  { email, password }: Chosen,
  creation: Creation = {},
): Promise<SignUpResult> {
  const start = await prepare({ email, password });
  return unlessTaken(() =>
    db.transaction(async (tx): Promise<SignUpResult> => {
      await insertAccount(tx, { ...start, emailConfirmed: false }, creation);
      return 'created';
    }),
  );
}

/** Like `signUp`, but uses up an invitation. An address named by the invitation is required, and confirmed. */
export async function signUpInvited(
  db: Db,
  { email, password, invitation }: Chosen & { invitation: string },
  creation: Creation = {},
): Promise<SignUpResult> {
  const start = await prepare({ email, password });
  return unlessTaken(() =>
    db.transaction(async (tx) => {
      const found = await takeInvitation(tx, { token: invitation });
      if (found === undefined) return 'invitation-unusable';
      if (found.email !== null && found.email.toLowerCase() !== email.toLowerCase()) {
        throw invalidParameter('email', texts.invitedOther());
      }
      await insertAccount(tx, { ...start, emailConfirmed: found.email !== null }, creation);
      return 'created';
    }),
  );
}

async function prepare({ email, password }: Chosen) {
  return {
    email: parseEmail(email),
    passwordHash: await hashChosenPassword(password, email),
    balanceCents: 0,
  };
}

async function unlessTaken(create: () => Promise<SignUpResult>): Promise<SignUpResult> {
  try {
    return await create();
  } catch (error) {
    if (error instanceof Refusal && error.reason.kind === 'email-taken') return 'email-unusable';
    throw error;
  }
}
