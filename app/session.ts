import NextAuth, { type NextAuthOptions } from 'next-auth';
import { getToken } from 'next-auth/jwt';
import Credentials from 'next-auth/providers/credentials';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { NextRequest } from 'next/server';
import { cache } from 'react';
import { z } from 'zod';
import { beginWithIdentity, beginWithPassword } from '#app/begin-session';
import { oidcProvider } from '#app/oidc-provider';
import { sessionDays, type SessionClaims } from '#lib/accounts/begin-session';
import { endSession } from '#lib/accounts/end-sessions';
import { readSession } from '#lib/accounts/read-session';
import { pageDatabase, type PageDatabase } from '#lib/api/page-database';
import { env } from '#lib/env';
import { localPath } from '#lib/local-path';
import { log } from '#lib/log';
import { readSecret } from '#lib/secret';

/*
 * Sessions of the web site. The cookie is next-auth's encrypted JWT and holds a session's id; it counts only as long
 * as the database has that session, which is asked on every read. Of next-auth's endpoints only those that the site
 * uses are served.
 */

declare module 'next-auth' {
  interface User {
    sessionId: string;
  }
}

/** Who looks at a page, and the database handle for the verbs that the page calls. */
export interface SignedIn {
  db: PageDatabase;
  accountId: string;
  email: string;
  sessionId: string;
}

const maxBodyBytes = 16 * 1024;
const servedActions = new Set(['GET csrf', 'POST callback/credentials', 'POST signout']);
const oidcActions = new Set(['POST signin/oidc', 'GET callback/oidc']);

const claims = z.object({ sessionId: z.string() });

/** The account whose session the request carries; undefined when nobody is signed in. */
export const signedIn = cache(async (): Promise<SignedIn | undefined> => {
  const cookie = (await headers()).get('cookie') ?? '';
  const token = await getToken({
    req: new NextRequest(env().baseUrl, { headers: { cookie } }),
    secret: await readSecret(env().dataDir),
    secureCookie: isSecure(),
  });
  const found = claims.safeParse(token);
  if (!found.success) return undefined;
  const db = pageDatabase();
  const account = await readSession(db, found.data);
  return account && { db, ...account, ...found.data };
});

/** As `signedIn`, but sends a stranger to sign in first and then back to `path`. */
export async function signedInOrAsk(path: string): Promise<SignedIn> {
  return (await signedIn()) ?? redirect(`/sign-in?next=${encodeURIComponent(path)}`);
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
  // next-auth reads the whole body into memory; a chunked one does not say how long it is.
  const bodyBytes = Number(request.headers.get('content-length') ?? Number.NaN);
  if (request.method === 'POST' && !(bodyBytes <= maxBodyBytes)) return new Response(null, { status: 413 });
  const answer = (await NextAuth(request, context, await options())) as Response;
  // next-auth says that it has signed out whatever happened.
  if (action === 'POST signout' && (await signedIn()) !== undefined)
    return new Response(null, { status: 403 });
  // Its own pages are not served.
  const goal = answer.headers.get('location');
  if (goal !== null && new URL(goal, env().baseUrl).pathname.startsWith('/api/auth/')) {
    answer.headers.set('location', '/sign-in?trouble=provider');
  }
  return answer;
}

async function options(): Promise<NextAuthOptions> {
  const { oidc, dataDir } = env();
  return {
    secret: await readSecret(dataDir),
    useSecureCookies: isSecure(),
    session: { strategy: 'jwt', maxAge: sessionDays * 24 * 3600 },
    providers: [
      Credentials({ credentials: { email: {}, password: {} }, authorize: beginWithPassword }),
      ...(oidc === undefined ? [] : [oidcProvider(oidc)]),
    ],
    callbacks: {
      async signIn({ user, account, profile }) {
        try {
          if (account?.provider === 'oidc') {
            const begun = await beginWithIdentity(profile);
            if (typeof begun === 'string') return `/sign-in?trouble=${begun}`;
            user.sessionId = begun.sessionId;
          }
          await endOwnSession();
          return true;
        } catch (error) {
          log().error({ err: error }, 'signing in met a defect');
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
      error: (code, metadata) => log().error({ code, metadata }, 'sign-in met a defect'),
      warn: (code) => log().warn({ code }, 'sign-in is not set up as it should be'),
      debug: () => {},
    },
  };
}

/** Ends the session that the request came with: a copy of its cookie is worth nothing from then on. */
async function endOwnSession(): Promise<void> {
  const who = await signedIn();
  if (who !== undefined) await endSession(who.db, who);
}

/** Browsers drop Secure cookies that come over plain HTTP. */
function isSecure(): boolean {
  return env().baseUrl.startsWith('https:');
}
