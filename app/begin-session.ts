import { z } from 'zod';
import { readOrigin } from '#app/http/read-origin';
import { readKnownDevice, rememberDevice } from '#app/cookies/known-device';
import { readOidcClaims } from '#app/oidc-provider';
import { takeChallengeCookie } from '#app/cookies/passkey-cookie';
import { getRelyingParty } from '#lib/accounts/passkeys/relying-party';
import { readPasskeyResponse, signInWithPasskey } from '#lib/accounts/passkeys/sign-in-with-passkey';
import type { SessionClaims } from '#lib/accounts/sessions/begin-session';
import { signIn, type SecondStep } from '#lib/accounts/sessions/sign-in';
import { signInWithIdentity, type IdentityRefusal } from '#lib/accounts/sessions/sign-in-with-identity';
import { recordRefusedSignIn } from '#lib/audit/record-refused-sign-in';
import { countCodeAttempt, forgiveCodeAttempt, type CodeAttempt } from '#lib/api/limits/count-code-attempt';
import { countAttempt, forgiveAttempt } from '#lib/api/limits/limit-attempts';
import { database } from '#lib/db/database';
import { env } from '#lib/settings/env';
import { addSampleTranscript } from '#lib/samples/add-sample-transcript';
import { log } from '#lib/settings/log';
import { readSecret } from '#lib/settings/secret';
import { findOutage, logOutage } from '#lib/outage';
import { Refusal } from '#lib/refusal';

const credentials = z.object({
  email: z.string().max(254),
  password: z.string().max(1024),
  code: z.string().max(100).optional(),
});
const passkeyAnswer = z.object({ response: z.string().max(10_000) });

/** next-auth's `authorize`: null for wrong credentials; throws `code-required`, `wrong-code` or, e.g., `wait-600`. */
export async function beginWithPassword(given: unknown): Promise<(SessionClaims & { id: string }) | null> {
  const parsed = credentials.safeParse(given);
  if (!parsed.success) return null;
  const origin = await readOrigin();
  const { code, ...typed } = parsed.data;
  const { address } = origin;
  const attempt = { address, account: typed.email };
  const { db } = database();
  const secondStep = code === undefined ? undefined : await readSecondStep(address, code);
  let session: Awaited<ReturnType<typeof signIn>>;
  try {
    await countAttempt(db, 'sign-in', attempt);
    session = await signIn(db, { ...typed, ...origin }, secondStep);
    if (session === undefined || session === 'wrong-code') {
      const reason = session === undefined ? 'wrong_password' : 'wrong_code';
      void recordRefusedSignIn(db, { email: typed.email, method: 'password', reason, from: origin });
    }
    if (session === undefined) return null;
    await forgiveAttempt(db, 'sign-in', attempt);
    if (typeof session === 'object') await secondStep?.onRight();
  } catch (error) {
    throw explainToBrowser(error);
  }
  if (typeof session === 'string') throw new Error(session);
  return { id: session.sessionId, ...session };
}

/** Like `beginWithPassword`, for a passkey's response to this browser's challenge. */
export async function beginWithPasskey(given: unknown): Promise<(SessionClaims & { id: string }) | null> {
  const party = getRelyingParty(env().baseUrl);
  const parsed = passkeyAnswer.safeParse(given);
  const token = await takeChallengeCookie();
  if (party === undefined || !parsed.success || token === undefined) return null;
  const origin = await readOrigin();
  const { address } = origin;
  const { db } = database();
  try {
    await countAttempt(db, 'passkey', { address, account: address });
    const session = await signInWithPasskey(db, {
      token,
      response: readPasskeyResponse(parsed.data.response),
      party,
      ...origin,
    });
    return session === undefined ? null : { id: session.sessionId, ...session };
  } catch (error) {
    throw explainToBrowser(error);
  }
}

/** Checks a second-step code. Attempts are counted per account; a correct code makes the browser known to it. */
async function readSecondStep(
  address: string,
  code: string,
): Promise<SecondStep & { onRight: () => Promise<void> }> {
  const { db } = database();
  // Undefined if the account requires no code.
  let counted: CodeAttempt | undefined;
  return {
    code,
    secret: await readSecret(env()),
    countAttempt: async (accountId) => {
      counted = { accountId, address, code, device: await readKnownDevice(accountId) };
      await countCodeAttempt(db, counted);
    },
    onRight: async () => {
      if (counted === undefined) return;
      await forgiveCodeAttempt(db, counted);
      await rememberDevice(counted.accountId);
    },
  };
}

/** Begins a session for an identity vouched for by the provider, or returns the refusal. */
export async function beginWithIdentity(profile: unknown): Promise<SessionClaims | IdentityRefusal> {
  const { iss, sub, email, email_verified: emailVerified } = readOidcClaims(profile);
  const { db } = database();
  const origin = await readOrigin();
  const begun = await signInWithIdentity(
    db,
    { issuer: iss, subject: sub, email, emailVerified: emailVerified === true },
    { signUp: env().signUp, ...origin, onCreated: addSampleTranscript, by: { kind: 'anonymous', ...origin } },
  );
  if (begun === 'email-unconfirmed' && email !== undefined) {
    const refusal = { method: 'provider', reason: 'email_unconfirmed' } as const;
    void recordRefusedSignIn(db, { email, ...refusal, from: origin });
  }
  return begun;
}

/** An error whose message next-auth shows to the browser. */
function explainToBrowser(error: unknown): Error {
  if (error instanceof Refusal && error.reason.kind === 'too-many-requests') {
    return new Error(`wait-${error.reason.retryAfterSeconds}`, { cause: error });
  }
  const outage = findOutage(error);
  if (outage !== undefined) logOutage(outage);
  else log().error({ err: error }, 'unhandled error in sign-in');
  return new Error('defect', { cause: error });
}
