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

/* Sessions of the site: next-auth's encrypted cookie contains an ID, valid while the database has that session. */

declare module 'next-auth' {
  interface User {
    sessionId: string;
  }
}

/** A request's signed-in account, and the database handle for the verbs that its page calls. */
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

/** The request's session; undefined when signed out. Throws outages as page errors. */
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

/** True if the request has a session cookie. The session may have ended, as the database isn't queried. */
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

/** Like `getSession`, but redirects to the sign-in page, and from there back to `path`. */
export async function requireSession(path: string): Promise<Session> {
  return (await getSession()) ?? redirect(`/sign-in?next=${encodeURIComponent(path)}`);
}

/** Handles the endpoints for the sign-in form, the sign-out button and the provider's redirects. */
export async function answerAuth(
  request: NextRequest,
  context: { params: Promise<{ nextauth: string[] }> },
): Promise<Response> {
  const { nextauth } = await context.params;
  const action = `${request.method} ${nextauth.join('/')}`;
  const isServed = servedActions.has(action) || (env().oidc !== undefined && oidcActions.has(action));
  if (!isServed) return new Response(null, { status: 404 });
  if (!isReturnable(request)) return new Response(null, { status: 400 });
  // next-auth buffers the whole body, and a chunked body doesn't declare its length.
  const bodyBytes = Number(request.headers.get('content-length') ?? Number.NaN);
  if (request.method === 'POST' && !(bodyBytes <= maxBodyBytes)) return new Response(null, { status: 413 });
  const answer = (await NextAuth(request, context, await options())) as Response;
  // next-auth reports success even if signing out failed.
  if (action === 'POST signout' && (await getSession()) !== undefined)
    return new Response(null, { status: 403 });
  // next-auth's own pages aren't served.
  const target = answer.headers.get('location');
  if (target !== null && new URL(target, env().baseUrl).pathname.startsWith('/api/auth/')) {
    answer.headers.set('location', '/sign-in?error=provider');
  }
  return answer;
}

/** True if next-auth can parse the return URL; it answers others with 500. */
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
          // next-auth shows the message to the browser, and logs it nowhere.
          throw new Error('defect', { cause: error });
        }
      },
      jwt: ({ token, user }) => (user ? ({ sessionId: user.sessionId } satisfies SessionClaims) : token),
      // Paths only: the browser may use another origin than BASE_URL.
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

/** Ends the request's session, so that a copy of its cookie is worthless. */
async function endOwnSession(): Promise<void> {
  const who = await getSession();
  if (who !== undefined) await endSession(who.db, { ...who, by: toActor(who, await readOrigin()) });
}

/** Browsers drop Secure cookies sent over plain HTTP. */
function isSecure(): boolean {
  return env().baseUrl.startsWith('https:');
}
