import NextAuth, { type NextAuthOptions } from 'next-auth';
import { getToken } from 'next-auth/jwt';
import Credentials from 'next-auth/providers/credentials';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { NextRequest } from 'next/server';
import { cache } from 'react';
import { z } from 'zod';
import { beginWithIdentity, beginWithPasskey, beginWithPassword } from '#app/begin-session';
import { mirrorLanguage } from '#app/locale/mirror-language';
import { oidcProvider } from '#app/oidc-provider';
import { noteFacts, requestIdHeader } from '#lib/access-log/request-facts';
import { sessionDays, type SessionClaims } from '#lib/accounts/sessions/begin-session';
import { endSession } from '#lib/accounts/sessions/end-sessions';
import { readSession, type SessionAccount } from '#lib/accounts/sessions/read-session';
import { lookUpCredential, noteKnown } from '#lib/api/limits/look-up-credential';
import { database, type Db } from '#lib/db/database';
import { env } from '#lib/settings/env';
import { localPath } from '#lib/net/local-path';
import { readOrigin, toActor } from '#app/http/read-origin';
import { readSessionCookie } from '#app/http/session-cookie';
import { toPageError } from '#app/http/error-status';
import { log } from '#lib/settings/log';
import { readSecret } from '#lib/settings/secret';

/* Sessions of the site: next-auth's encrypted cookie holds an id that counts while the database has that session. */

declare module 'next-auth' {
  interface User {
    sessionId: string;
  }
}

/** The signed-in account of a request, and the database handle for the verbs that its page calls. */
export interface Session extends SessionAccount {
  db: Db;
  sessionId: string;
}

const maxBodyBytes = 16 * 1024;
const servedActions = new Set([
  'GET csrf',
  'POST callback/credentials',
  'POST callback/passkey',
  'POST signout',
]);
const oidcActions = new Set(['POST signin/oidc', 'GET callback/oidc']);

const claims = z.object({ sessionId: z.string() });

/** The session of the request; undefined when signed out. An outage is thrown as pages tell of it. */
export const getSession = cache(async (): Promise<Session | undefined> => {
  const found = await readClaims();
  if (found === undefined) return undefined;
  const { db } = database();
  const sent = await headers();
  const session = { kind: 'session', secret: found.sessionId, address: '' } as const;
  const account = await lookUpCredential(session, () => readSession(db, found)).catch((error: unknown) => {
    throw toPageError(error);
  });
  if (account === undefined) return undefined;
  noteKnown({ kind: 'cookie', secret: readSessionCookie(sent.get('cookie')) ?? '' });
  noteFacts(sent.get(requestIdHeader), { accountId: account.accountId });
  return { db, ...account, ...found };
});

/** True if the request has a session's cookie. The session may have ended; the database isn't asked. */
export async function hasSessionCookie(): Promise<boolean> {
  return (await readClaims()) !== undefined;
}

async function readClaims(): Promise<z.output<typeof claims> | undefined> {
  const cookie = (await headers()).get('cookie') ?? '';
  const token = await getToken({
    req: new NextRequest(env().baseUrl, { headers: { cookie } }),
    secret: await readSecret(env()),
    secureCookie: isSecure(),
  });
  return claims.safeParse(token).data;
}

/** As `getSession`, but redirects to the sign-in page, and from there back to `path`. */
export async function requireSession(path: string): Promise<Session> {
  return (await getSession()) ?? redirect(`/sign-in?next=${encodeURIComponent(path)}`);
}

/** Answers the endpoints that the sign-in form and the sign-out button post to, and where a provider sends people. */
export async function answerAuth(
  request: NextRequest,
  context: { params: Promise<{ nextauth: string[] }> },
): Promise<Response> {
  const { nextauth } = await context.params;
  const action = `${request.method} ${nextauth.join('/')}`;
  const isServed = servedActions.has(action) || (env().oidc !== undefined && oidcActions.has(action));
  if (!isServed) return new Response(null, { status: 404 });
  if (!isReturnable(request)) return new Response(null, { status: 400 });
  // next-auth reads the whole body into memory; a chunked one does not say how long it is.
  const bodyBytes = Number(request.headers.get('content-length') ?? Number.NaN);
  if (request.method === 'POST' && !(bodyBytes <= maxBodyBytes)) return new Response(null, { status: 413 });
  const answer = (await NextAuth(request, context, await options())) as Response;
  // next-auth says that it has signed out whatever happened.
  if (action === 'POST signout' && (await getSession()) !== undefined)
    return new Response(null, { status: 403 });
  // Its own pages are not served.
  const target = answer.headers.get('location');
  if (target !== null && new URL(target, env().baseUrl).pathname.startsWith('/api/auth/')) {
    answer.headers.set('location', '/sign-in?error=provider');
  }
  return answer;
}

/** True if next-auth can parse the return address; it answers others with 500. */
function isReturnable({ nextUrl, cookies }: NextRequest): boolean {
  const kept = cookies.getAll().filter(({ name }) => name.endsWith('next-auth.callback-url'));
  return [nextUrl.searchParams.get('callbackUrl'), ...kept.map(({ value }) => value)].every((target) => {
    if (!target) return true;
    const base = target.startsWith('/') ? env().baseUrl : undefined;
    return URL.canParse(target, base) && /^https?:$/.test(new URL(target, base).protocol);
  });
}

async function options(): Promise<NextAuthOptions> {
  const { oidc } = env();
  return {
    secret: await readSecret(env()),
    useSecureCookies: isSecure(),
    session: { strategy: 'jwt', maxAge: sessionDays * 24 * 3600 },
    providers: [
      Credentials({ credentials: { email: {}, password: {} }, authorize: beginWithPassword }),
      Credentials({ id: 'passkey', credentials: { response: {} }, authorize: beginWithPasskey }),
      ...(oidc === undefined ? [] : [oidcProvider(oidc)]),
    ],
    callbacks: {
      async signIn({ user, account, profile }) {
        try {
          if (account?.provider === 'oidc') {
            const begun = await beginWithIdentity(profile);
            if (typeof begun === 'string') return `/sign-in?error=${begun}`;
            user.sessionId = begun.sessionId;
          }
          await endOwnSession();
          const begun = await readSession(database().db, { sessionId: user.sessionId });
          await mirrorLanguage(begun?.language ?? null);
          return true;
        } catch (error) {
          log().error({ err: error }, 'unhandled error in sign-in');
          // next-auth shows the message to the browser, and writes it nowhere else.
          throw new Error('defect', { cause: error });
        }
      },
      jwt: ({ token, user }) => (user ? ({ sessionId: user.sessionId } satisfies SessionClaims) : token),
      // Paths only: BASE_URL need not be the address that the browser came by.
      redirect: ({ url }) => localPath(url) ?? '/',
    },
    events: { signOut: endOwnSession },
    logger: {
      error: (code, metadata) => log().error({ code, metadata }, 'unhandled error in sign-in'),
      warn: (code) => log().warn({ code }, 'sign-in is misconfigured'),
      debug: () => {},
    },
  };
}

/** Ends the session that the request came with: a copy of its cookie is worth nothing from then on. */
async function endOwnSession(): Promise<void> {
  const who = await getSession();
  if (who !== undefined) await endSession(who.db, { ...who, by: toActor(who, await readOrigin()) });
}

/** Browsers drop Secure cookies that come over plain HTTP. */
function isSecure(): boolean {
  return env().baseUrl.startsWith('https:');
}
