import type { Browser, CDPSession, Page } from 'playwright';
import { freshPage, startBrowser } from '../account/browser';
import { makeTranscript } from '../editor/make-transcript';
import { openTranscript, putCaret } from '../editor/open-transcript';
import type { Longhand } from '../start-longhand';
import { note } from './note';

const sizes = [1000, 30_000, 50_000];
const keys = 100;

interface Figures {
  ready: number;
  paint: { median: number; p95: number };
  perKey: number;
  enter: number;
  backspace: number;
}

/** How soon a transcript can be typed in, and what a key costs, in three lengths of the same run. */
export async function measureEditor(longhand: Longhand): Promise<void> {
  const account = await longhand.createAccount();
  const browser = await startBrowser();
  let smallest: number | undefined;
  try {
    for (const words of sizes) {
      const jobId = await makeTranscript(longhand, account, { words, monologues: words / 50 });
      const found = await measureOne(browser, longhand, account, jobId);
      smallest ??= found.perKey;
      const name = `Editor, ${words.toLocaleString('en')} words`;
      note(`${name}: ready to type after the data`, `${found.ready.toFixed(0)} ms`, 'at most 250 ms');
      note(
        `${name}: key to paint`,
        `median ${found.paint.median.toFixed(1)} ms, p95 ${found.paint.p95.toFixed(1)} ms`,
        'p95 at most 10 ms',
      );
      const ratio = (found.perKey / smallest).toFixed(2);
      note(
        `${name}: main thread a key`,
        `${found.perKey.toFixed(1)} ms, ${ratio} of 1,000 words'`,
        'at most 1.6',
      );
      note(
        `${name}: Enter, Backspace to paint`,
        `${found.enter.toFixed(1)} ms, ${found.backspace.toFixed(1)} ms`,
        '',
      );
    }
  } finally {
    await browser.close();
  }
}

async function measureOne(
  browser: Browser,
  longhand: Longhand,
  account: { email: string; password: string },
  jobId: string,
): Promise<Figures> {
  const page = await freshPage(browser);
  await page.setViewportSize({ width: 1280, height: 900 });
  await openTranscript(page, longhand, account, jobId);
  const opened: number[] = [];
  // The first time the server compiles and the browser reads scripts that it then knows.
  for (let i = 0; i < 6; i++) {
    await page.reload();
    opened.push(await timeToReady(page));
  }
  const monologues = await page.locator('[role=textbox] > section').count();
  await putCaret(page, { monologue: Math.floor(monologues / 2), offset: 20 });
  const cdp = await page.context().newCDPSession(page);
  // The thread's own time: what other programs of the machine do meanwhile does not count.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  await press(page, 'x', 20);
  const spent = await taskSeconds(cdp);
  await press(page, 'x', keys);
  const perKey = ((await taskSeconds(cdp)) - spent) * (1000 / keys);
  const paint = await watched(page, () => press(page, 'x', keys));
  const [enter, backspace]: [number[], number[]] = [[], []];
  for (let i = 0; i < 15; i++) {
    enter.push(...(await watched(page, () => press(page, 'Enter', 1))));
    backspace.push(...(await watched(page, () => press(page, 'Backspace', 1))));
  }
  await page.close();
  return {
    ready: at(opened, 0.5),
    paint: { median: at(paint, 0.5), p95: at(paint, 0.95) },
    perKey,
    enter: at(enter, 0.5),
    backspace: at(backspace, 0.5),
  };
}

/** Milliseconds from the page's having the data to its text being there to type in. */
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
    await page.waitForTimeout(30);
  }
}

/** Seconds that the main thread has worked so far. */
async function taskSeconds(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN;
}

/** For each key pressed meanwhile, milliseconds from its event's own time to after the next frame. */
async function watched(page: Page, work: () => Promise<void>): Promise<number[]> {
  await page.evaluate(() => {
    const ending = new AbortController();
    performance.clearMeasures('key-to-paint');
    addEventListener('watch-ends', () => ending.abort(), { once: true });
    addEventListener(
      'keydown',
      ({ timeStamp }) => {
        const channel = new MessageChannel();
        channel.port1.addEventListener('message', () => {
          performance.measure('key-to-paint', { start: timeStamp, end: performance.now() });
        });
        channel.port1.start();
        requestAnimationFrame(() => channel.port2.postMessage(undefined));
      },
      { capture: true, signal: ending.signal },
    );
  });
  await work();
  await page.waitForTimeout(100);
  return page.evaluate(() => {
    dispatchEvent(new Event('watch-ends'));
    return performance.getEntriesByName('key-to-paint').map(({ duration }) => duration);
  });
}

function at(values: readonly number[], share: number): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(share * values.length) - 1] ?? Number.NaN;
}
