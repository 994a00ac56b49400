import { chromium, type Browser, type Page } from 'playwright';
import type { Longhand } from '../start-longhand';

const timeout = 20_000;

/** Starts the system's Chromium. */
export function startBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-background-networking'],
  });
}

/** A page of a browser that knows nothing yet. */
export async function freshPage(browser: Browser): Promise<Page> {
  const context = await browser.newContext();
  context.setDefaultTimeout(timeout);
  return context.newPage();
}

/** Signs in through the form, and ends at the jobs. */
export async function signIn(
  page: Page,
  { baseUrl }: Pick<Longhand, 'baseUrl'>,
  { email, password }: { email: string; password: string },
): Promise<void> {
  await page.goto(`${baseUrl}/sign-in`);
  await page.waitForLoadState('networkidle');
  await page.getByLabel('E-mail').fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.waitForURL(`${baseUrl}/jobs`);
}
