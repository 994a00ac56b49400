import type { CDPSession, Page } from 'playwright';
import { freshPage, startBrowser } from '#e2e/support/browser';
import { makeTranscript } from '#e2e/support/editor/make-transcript';
import { openAsOwner } from '#e2e/support/editor/editor';
import { putCaret } from '#e2e/support/editor/editor-text';
import type { Longhand } from '#e2e/support/start-longhand';
import { getShare } from './get-share';
import { keysToPaint, pauseMs } from './keys-to-paint';
import { measureBrowsers } from './measure-browsers';
import { note } from './note';

const sizes = [1000, 30_000, 50_000];
const keys = 100;
/** Key costs are measured in alternation, so that a change in machine speed affects all lengths. */
const rounds = 8;
const keysARound = 25;

/** An open transcript with the caret in its middle. */
interface Opened {
  words: number;
  page: Page;
  cdp: CDPSession;
  /** Milliseconds until editable, for several loads. */
  ready: number[];
}

/** Measures the time until a transcript is editable, and the cost of a key, for three lengths. */
export async function measureEditor(longhand: Longhand): Promise<void> {
  const account = await longhand.createAccount();
  const browser = await startBrowser();
  try {
    const all: Opened[] = [];
    for (const words of sizes) {
      const jobId = await makeTranscript(longhand, account, { words, monologues: words / 50 });
      all.push(await open(await freshPage(browser), longhand, account, { words, jobId }));
    }
    const perKey = await measureKeys(all);
    for (const [i, { words, page, ready }] of all.entries()) {
      const name = `Editor, ${words.toLocaleString('en')} words`;
      note(
        `${name}: ready to type after the data`,
        `${getShare(ready, 0.5).toFixed(0)} ms`,
        'at most 250 ms',
      );
      const cost = perKey[i] ?? Number.NaN;
      const ratio = (cost / (perKey[0] ?? Number.NaN)).toFixed(2);
      note(`${name}: main thread a key`, `${cost.toFixed(1)} ms, ${ratio} of 1,000 words'`, 'at most 1.6');
      const { paint, enter, backspace, paste } = await measurePaint(page);
      note(
        `${name}: key to paint`,
        `median ${getShare(paint, 0.5).toFixed(1)} ms, p95 ${getShare(paint, 0.95).toFixed(1)} ms`,
        'p95 at most 10 ms',
      );
      note(
        `${name}: Enter, Backspace to paint`,
        `${getShare(enter, 0.5).toFixed(1)} ms, ${getShare(backspace, 0.5).toFixed(1)} ms`,
        '',
      );
      note(`${name}: paste of 100 KB to paint`, `${paste.toFixed(0)} ms`, '');
    }
  } finally {
    await browser.close();
  }
  await measureBrowsers(longhand, sizes);
}

async function open(
  page: Page,
  longhand: Longhand,
  account: { email: string; password: string },
  { words, jobId }: { words: number; jobId: string },
): Promise<Opened> {
  await page.setViewportSize({ width: 1280, height: 900 });
  await openAsOwner(page, { longhand, account, jobId });
  const ready: number[] = [];
  // On the first load, the server compiles and the browser fills its cache.
  for (let i = 0; i < 6; i++) {
    await page.reload();
    ready.push(await timeToReady(page));
  }
  const monologues = await page.locator('[role=textbox] > section').count();
  await putCaret(page, { monologue: Math.floor(monologues / 2), offset: 20 });
  const cdp = await page.context().newCDPSession(page);
  // The thread's own time excludes other load on the machine.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  return { words, page, cdp, ready };
}

/** Milliseconds of main thread time per key, for each page: the median of the rounds. */
async function measureKeys(all: readonly Opened[]): Promise<number[]> {
  const found = all.map((): number[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [i, { page, cdp }] of all.entries()) {
      await page.bringToFront();
      await press(page, 'x', 5);
      const spent = await taskSeconds(cdp);
      await press(page, 'x', keysARound);
      found[i]?.push(((await taskSeconds(cdp)) - spent) * (1000 / keysARound));
    }
  }
  return found.map((times) => getShare(times, 0.5));
}

async function measurePaint(
  page: Page,
): Promise<{ paint: number[]; enter: number[]; backspace: number[]; paste: number }> {
  await page.bringToFront();
  await press(page, 'x', 5);
  const paint = await keysToPaint(page, () => press(page, 'x', keys));
  const [enter, backspace]: [number[], number[]] = [[], []];
  for (let i = 0; i < 15; i++) {
    enter.push(...(await keysToPaint(page, () => press(page, 'Enter', 1))));
    backspace.push(...(await keysToPaint(page, () => press(page, 'Backspace', 1))));
  }
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate((text) => navigator.clipboard.writeText(text), 'some words '.repeat(9000));
  const [paste = Number.NaN] = await keysToPaint(page, () => page.keyboard.press('Control+KeyV'));
  return { paint, enter, backspace, paste };
}

/** Milliseconds from the page having its data to the text being editable. */
async function timeToReady(page: Page): Promise<number> {
  const took = await page.waitForFunction(() => {
    const [data] = performance.getEntriesByName('transcript-data');
    const [ready] = performance.getEntriesByName('transcript-ready');
    return data !== undefined && ready !== undefined && ready.startTime - data.startTime;
  });
  return Number(await took.jsonValue());
}

async function press(page: Page, key: string, times: number): Promise<void> {
  for (let i = 0; i < times; i++) {
    await page.keyboard.press(key);
    await page.waitForTimeout(pauseMs);
  }
}

/** The main thread's task time so far, in seconds. */
async function taskSeconds(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}
