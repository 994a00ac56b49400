import { headers } from 'next/headers';
import { z } from 'zod';
import { readClientAddress } from '#app/client-address';
import { readOidcClaims } from '#app/oidc-provider';
import type { SessionClaims } from '#lib/accounts/begin-session';
import { signIn } from '#lib/accounts/sign-in';
import { signInWithIdentity, type IdentityRefusal } from '#lib/accounts/sign-in-with-identity';
import { countAttempt, forgiveAttempt } from '#lib/api/limit-attempts';
import { pageDatabase } from '#lib/api/page-database';
import { env } from '#lib/env';
import { log } from '#lib/log';
import { Refusal } from '#lib/refusal';

const credentials = z.object({ email: z.string().max(254), password: z.string().max(1024) });

/**
 * Begins a session for an e-mail address and a password, as next-auth's `authorize`: null when they don't belong
 * together; throws an error whose message next-auth shows to the browser, such as `wait-600` for too many attempts.
 */
export async function beginWithPassword(given: unknown): Promise<(SessionClaims & { id: string }) | null> {
  const parsed = credentials.safeParse(given);
  if (!parsed.success) return null;
  const request = await headers();
  const attempt = { address: readClientAddress(request), account: parsed.data.email };
  try {
    await countAttempt('sign-in', attempt);
    const session = await signIn(pageDatabase(), { ...parsed.data, userAgent: userAgentOf(request) });
    if (session === undefined) return null;
    await forgiveAttempt('sign-in', attempt);
    return { id: session.sessionId, ...session };
  } catch (error) {
    if (error instanceof Refusal && error.reason.kind === 'too-many-requests') {
      throw new Error(`wait-${error.reason.retryAfterSeconds}`, { cause: error });
    }
    log().error({ err: error }, 'signing in met a defect');
    throw new Error('defect', { cause: error });
  }
}

/** Begins the session of a person whom the provider vouches for with these claims, or says why not. */
export async function beginWithIdentity(profile: unknown): Promise<SessionClaims | IdentityRefusal> {
  const { iss, sub, email, email_verified: emailVerified } = readOidcClaims(profile);
  return signInWithIdentity(
    pageDatabase(),
    { issuer: iss, subject: sub, email, emailVerified: emailVerified === true },
    { signUp: env().signUp, userAgent: userAgentOf(await headers()) },
  );
}

function userAgentOf(request: Pick<Headers, 'get'>): string {
  return request.get('user-agent') ?? '';
}
