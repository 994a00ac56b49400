import { once } from 'node:events';
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { inspect } from 'node:util';
import type { Page } from 'playwright';
import { services } from '#e2e/support/start-longhand';
import { browsers } from './browser';
import { drivers, type Driver } from './browsers/driver';
import { seeds } from './seed';

/** An unresponsive page must not hold up the next test. */
const patience = { timeout: 5000 };

/**
 * Saves evidence of a failed test in a folder below LONGHAND_TEST_FAILURES: the error and the seeds, each open page as
 * a picture and as text, its focused element, and each service's log of the last minute, with the requests that were
 * refused before.
 */
export async function keepEvidence(suite: string, test: string, error: unknown): Promise<void> {
  const root = process.env['LONGHAND_TEST_FAILURES'];
  if (root === undefined) return;
  const folder = path.join(evidenceFolder(root, suite), slug(test));
  await mkdir(folder, { recursive: true });
  const keep = (name: string, content: string | Buffer) => writeFile(path.join(folder, name), content);
  const seedLines = [...seeds].map(([name, seed]) => `${name} ${seed}`).join('\n');
  await keep('error.txt', `${test}\n\n${inspect(error)}\n\n${seedLines}`);
  const pages = [...browsers].flatMap((browser) => browser.contexts().flatMap((context) => context.pages()));
  for (const [i, page] of pages.entries()) await keepPage(page, `page-${i + 1}`, keep);
  const others = [...drivers].filter(({ engine }) => engine !== 'chromium');
  for (const driver of others) await keepDriver(driver, keep);
  for (const [i, service] of [...services].entries()) {
    await keep(`service-${i + 1}.log`, shorten(service.output()));
  }
}

/** Returns the folder below `root` with the evidence of failures in a suite, or in one of its files. */
export const evidenceFolder = (root: string, suite: string): string => path.join(root, slug(suite));

async function keepPage(
  page: Page,
  name: string,
  keep: (name: string, content: string | Buffer) => Promise<void>,
): Promise<void> {
  try {
    await keep(`${name}.png`, await page.screenshot(patience));
    const focus = await page.evaluate(() => document.activeElement?.outerHTML.slice(0, 400));
    const shown = await page.locator('body').ariaSnapshot(patience);
    await keep(`${name}.txt`, `${page.url()}\n\n${shown}\n\nFocus: ${focus ?? 'none'}\n`);
  } catch (error) {
    await keep(`${name}.txt`, `${page.url()}\n\nThe page could not be looked at: ${String(error)}\n`);
  }
}

/** Does the same for a page that Playwright does not drive. */
async function keepDriver(
  driver: Driver,
  keep: (name: string, content: string | Buffer) => Promise<void>,
): Promise<void> {
  const name = driver.engine;
  const givenUp = once(AbortSignal.timeout(patience.timeout), 'abort').then(() => {
    throw new Error('it did not answer');
  });
  const inTime = <T>(answer: Promise<T>): Promise<T> => Promise.race([answer, givenUp]);
  try {
    await keep(`${name}.png`, await inTime(driver.screenshot()));
    const shown = driver.evaluate("location.href + '\\n\\n' + document.body.innerText");
    await keep(`${name}.txt`, `${await inTime(shown)}\n`);
  } catch (error) {
    await keep(`${name}.txt`, `The page could not be looked at: ${String(error)}\n`);
  }
}

/**
 * Returns the lines of the last minute, including those without a time, and the requests that were refused or failed
 * before.
 */
function shorten(log: string): string {
  const since = Date.now() - 60_000;
  const lines = log.split('\n');
  const first = lines.findIndex((line) => Date.parse(/"time":"([^"]+)"/.exec(line)?.[1] ?? '') >= since);
  if (first < 0) return lines.slice(-50).join('\n');
  const refused = lines.slice(0, first).filter((line) => /"status":[45]\d\d|"level":[56]0/.test(line));
  return [...refused.slice(-100), ...lines.slice(first)].join('\n');
}

const slug = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^\w.]+/g, '-')
    .slice(0, 80);
