import {
  chromium,
  type Browser,
  type BrowserContext,
  type BrowserContextOptions,
  type Page,
} from 'playwright';
import { atEnd } from './at-end';
import { ceilingMs } from './wait';
import { waitForHydration } from './wait-for-hydration';

/** The browsers that this process's tests have open; their pages are kept as evidence when a test fails. */
export const browsers = new Set<Browser>();

/** Violations of the content security policy on this process's pages. */
export const policyViolations: string[] = [];
// No other test would fail for a refused style sheet.
process.once('exit', () => {
  if (policyViolations.length === 0) return;
  console.error(`Refused by the content security policy:\n${policyViolations.join('\n')}`);
  process.exitCode = 1;
});

/** Starts the system's Chromium with these extra arguments. */
export async function startBrowser(...args: string[]): Promise<Browser> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] || '/usr/bin/chromium',
    timeout: ceilingMs,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      ...args,
    ],
  });
  browsers.add(browser);
  browser.on('disconnected', () => browsers.delete(browser));
  return browser;
}

let shared: Promise<Browser> | undefined;

/** Returns the browser that the test files of this process share; it stays open until the last test. */
export function shareBrowser(): Promise<Browser> {
  shared ??= startShared();
  return shared;
}

/** Closes every page of the shared browser. */
export async function closePages(): Promise<void> {
  const browser = await shared;
  await Promise.all(browser?.contexts().map((context) => context.close()) ?? []);
}

async function startShared(): Promise<Browser> {
  const browser = await startBrowser();
  atEnd(() => browser.close());
  return browser;
}

/** Returns a new context, without cookies or storage, that waits as long as all tests do. */
export async function freshContext(
  browser: Browser,
  options: BrowserContextOptions = {},
): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(ceilingMs);
  // The compiler of the tests wraps inner functions in a helper, `__name`, which pages lack.
  await context.addInitScript('globalThis.__name = (named) => named');
  context.on('page', waitForHydration);
  context.on('console', (message) => {
    if (!message.text().includes('Content Security Policy')) return;
    policyViolations.push(`${message.page()?.url()}: ${message.text()}`);
  });
  return context;
}

/** Returns a page in a new context. */
export async function freshPage(browser: Browser): Promise<Page> {
  return (await freshContext(browser)).newPage();
}
