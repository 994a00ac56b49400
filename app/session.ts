import NextAuth, { type NextAuthOptions } from 'next-auth';
import { getToken } from 'next-auth/jwt';
import Credentials from 'next-auth/providers/credentials';
import { headers } from 'next/headers';
import { redirect } from 'next/navigation';
import { NextRequest } from 'next/server';
import { cache } from 'react';
import { z } from 'zod';
import { readSession } from '#lib/accounts/read-session';
import { signIn, type SessionClaims } from '#lib/accounts/sign-in';
import { pageDatabase, type PageDatabase } from '#lib/api/page-database';
import { env } from '#lib/env';
import { localPath } from '#lib/local-path';
import { log } from '#lib/log';
import { readSecret } from '#lib/secret';

/*
 * Sessions of the web site. The cookie is next-auth's encrypted JWT and holds an account's id and session version;
 * it counts only as long as the database agrees, which is asked on every read. Of next-auth's endpoints only those
 * that the site uses are served.
 */

declare module 'next-auth' {
  interface User {
    sessionVersion: number;
  }
}

/** Who looks at a page, and the database handle for the verbs that the page calls. */
export interface SignedIn {
  db: PageDatabase;
  accountId: string;
  email: string;
}

const sessionSeconds = 30 * 24 * 3600;
const maxBodyBytes = 16 * 1024;
const servedActions = new Set(['GET csrf', 'POST callback/credentials', 'POST signout']);

const credentials = z.object({ email: z.string().max(254), password: z.string().max(1024) });
const claims = z.object({ accountId: z.string(), sessionVersion: z.int() });

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
  return account && { db, ...account };
});

/** As `signedIn`, but sends a stranger to sign in first and then back to `path`. */
export async function signedInOrAsk(path: string): Promise<SignedIn> {
  return (await signedIn()) ?? redirect(`/sign-in?next=${encodeURIComponent(path)}`);
}

/** Answers the endpoints that the sign-in form and the sign-out button post to. */
export async function answerAuth(
  request: NextRequest,
  context: { params: Promise<{ nextauth: string[] }> },
): Promise<Response> {
  const { nextauth } = await context.params;
  if (!servedActions.has(`${request.method} ${nextauth.join('/')}`)) {
    return new Response(null, { status: 404 });
  }
  // next-auth reads the whole body into memory; a chunked one does not say how long it is.
  const bodyBytes = Number(request.headers.get('content-length') ?? Number.NaN);
  if (request.method === 'POST' && !(bodyBytes <= maxBodyBytes)) return new Response(null, { status: 413 });
  return (await NextAuth(request, context, await options())) as Response;
}

async function options(): Promise<NextAuthOptions> {
  return {
    secret: await readSecret(env().dataDir),
    useSecureCookies: isSecure(),
    session: { strategy: 'jwt', maxAge: sessionSeconds },
    providers: [Credentials({ credentials: { email: {}, password: {} }, authorize })],
    callbacks: {
      jwt: ({ token, user }) =>
        user ? ({ accountId: user.id, sessionVersion: user.sessionVersion } satisfies SessionClaims) : token,
      // Paths only: BASE_URL need not be the address that the browser came by.
      redirect: ({ url }) => localPath(url) ?? '/',
    },
    logger: {
      error: (code, metadata) => log().error({ code, metadata }, 'sign-in met a defect'),
      warn: (code) => log().warn({ code }, 'sign-in is not set up as it should be'),
      debug: () => {},
    },
  };
}

async function authorize(given: unknown): Promise<{ id: string; sessionVersion: number } | null> {
  const parsed = credentials.safeParse(given);
  if (!parsed.success) return null;
  try {
    const session = await signIn(pageDatabase(), parsed.data);
    return session ? { id: session.accountId, sessionVersion: session.sessionVersion } : null;
  } catch (error) {
    log().error({ err: error }, 'signing in met a defect');
    // next-auth shows the message to the browser.
    throw new Error('defect', { cause: error });
  }
}

/** Browsers drop Secure cookies that come over plain HTTP. */
function isSecure(): boolean {
  return env().baseUrl.startsWith('https:');
}
