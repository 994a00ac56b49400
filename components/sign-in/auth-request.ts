import * as authTexts from '#messages/auth';
import * as commonTexts from '#messages/common';
import * as passkeyTexts from '#messages/passkeys';
import * as signInTexts from '#messages/sign-in';

/** Posts to a next-auth endpoint with its CSRF token. The browser handles the cookies. */
export async function postAuth(endpoint: string, fields: Record<string, string>): Promise<Response> {
  const answer = await fetch('/api/auth/csrf', { cache: 'no-store' });
  if (!answer.ok) throw new Error(`the server answered ${answer.status}`);
  const { csrfToken } = (await answer.json()) as { csrfToken: string };
  return fetch(`/api/auth/${endpoint}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ ...fields, csrfToken, json: 'true' }),
  });
}

/** The result of signing in; the account may also require a code. */
export type SignInResult = 'signed-in' | 'code-required' | { error: string };

/** Signs in with email and password, and a code if the account requires one. */
export async function postSignIn(fields: {
  email: string;
  password: string;
  code?: string;
}): Promise<SignInResult> {
  const reason = await postCallback('credentials', fields);
  if (reason === undefined) return 'signed-in';
  if (reason === 'code-required') return reason;
  return { error: explainRefusal(reason) };
}

/** Signs in with a passkey's response. Returns an error message, or undefined. */
export async function postPasskey(response: object): Promise<string | undefined> {
  const reason = await postCallback('passkey', { response: JSON.stringify(response) });
  if (reason === undefined) return undefined;
  return reason === 'CredentialsSignin' ? passkeyTexts.unknown() : explainRefusal(reason);
}

/** Returns next-auth's error code, possibly "", or undefined after signing in. */
async function postCallback(kind: string, fields: Record<string, string>): Promise<string | undefined> {
  const answer = await postAuth(`callback/${kind}`, { ...fields, callbackUrl: '/jobs' });
  const { searchParams } = new URL(await readLocation(answer), globalThis.location.href);
  return searchParams.get('error') || (answer.ok ? undefined : '');
}

function explainRefusal(reason: string): string {
  if (reason === 'CredentialsSignin') return signInTexts.wrongPassword();
  if (reason === 'wrong-code') return signInTexts.wrongCode();
  const [, seconds] = /^wait-(\d+)$/.exec(reason) ?? [];
  if (seconds === undefined) return commonTexts.serverUnreachable();
  return authTexts.tooManyAttempts({ minutes: Math.ceil(Number(seconds) / 60) });
}

/** Returns the URL of the provider's sign-in page, which redirects back to `next`. */
export async function askProvider(next: string): Promise<string> {
  const answer = await postAuth('signin/oidc', { callbackUrl: next });
  const location = await readLocation(answer);
  // Otherwise, it is a next-auth error page.
  if (!answer.ok || location.includes('/api/auth/')) throw new Error('the provider could not be asked');
  return location;
}

async function readLocation(answer: Response): Promise<string> {
  const { url = '' } = (await answer.json()) as { url?: string };
  return url;
}
