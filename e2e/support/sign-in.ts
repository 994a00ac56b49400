import type { BrowserContext, Page } from 'playwright';
import type { SharedLonghand } from '#e2e/support/start-longhand';

/** The credentials of an account. */
interface Credentials {
  email: string;
  password: string;
  /** Required if the account has a second factor. */
  code?: string;
}

type Service = Pick<SharedLonghand, 'baseUrl'>;

/** Signs in without a browser; returns the cookies to send. */
export async function signInForCookies(service: Service, credentials: Credentials): Promise<string> {
  return (await sessionCookies(service, credentials)).map(([name, value]) => `${name}=${value}`).join('; ');
}

/**
 * Signs a browser in with its own user agent, without opening a page. The form is tested in
 * e2e/account/sign-in.test.ts.
 */
export async function signInContext(
  context: BrowserContext,
  { baseUrl }: Service,
  { email, password }: Credentials,
): Promise<void> {
  const csrf = await context.request.get(`${baseUrl}/api/auth/csrf`);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const answer = await context.request.post(`${baseUrl}/api/auth/callback/credentials`, {
    form: { csrfToken, email, password, json: 'true' },
    maxRedirects: 0,
  });
  const isSession = ({ name, value }: { name: string; value: string }) =>
    name.toLowerCase() === 'set-cookie' && value.includes('session-token=');
  if (!answer.headersArray().some(isSession)) {
    throw new Error(`signing in was answered ${answer.status()}: ${await answer.text()}`);
  }
}

/** Signs the page's browser in, and opens the jobs page. */
export async function signIn(page: Page, service: Service, credentials: Credentials): Promise<void> {
  await signInContext(page.context(), service, credentials);
  await page.goto(`${service.baseUrl}/jobs`);
}

async function sessionCookies(
  { baseUrl }: Service,
  { email, password, code = '' }: Credentials,
): Promise<Array<[name: string, value: string]>> {
  const csrf = await fetch(`${baseUrl}/api/auth/csrf`);
  const { csrfToken } = (await csrf.json()) as { csrfToken: string };
  const before = getCookies(csrf);
  const answer = await fetch(`${baseUrl}/api/auth/callback/credentials`, {
    method: 'POST',
    redirect: 'manual',
    headers: {
      cookie: before.map(([name, value]) => `${name}=${value}`).join('; '),
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ csrfToken, email, password, ...(code && { code }), json: 'true' }),
  });
  const after = getCookies(answer);
  if (!after.some(([name]) => name.includes('session-token'))) {
    throw new Error(`signing in was answered ${answer.status}: ${await answer.text()}`);
  }
  return [...before, ...after];
}

function getCookies(answer: Response): Array<[name: string, value: string]> {
  return answer.headers.getSetCookie().map((line) => {
    const pair = line.split(';', 1)[0] ?? '';
    const at = pair.indexOf('=');
    return [pair.slice(0, at), pair.slice(at + 1)];
  });
}
