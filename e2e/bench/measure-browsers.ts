import { setTimeout as pause } from 'node:timers/promises';
import { openEditor, signIn } from '#e2e/support/browsers/editor-page';
import { engines, type Engine } from '#e2e/support/browsers/driver';
import type { DrivenPage } from '#e2e/support/browsers/page';
import { startDriver, whyNotHere } from '#e2e/support/browsers/start-driver';
import { makeTranscript } from '#e2e/support/editor/make-transcript';
import { putCaret } from '#e2e/support/editor/editor-text';
import type { Longhand } from '#e2e/support/start-longhand';
import { keysToPaint, pauseMs } from './keys-to-paint';
import { measureScrolling } from './measure-scrolling';
import { note } from './note';
import { getShare } from './get-share';

const keys = 60;
const opened = 4;
const names: Readonly<Record<Engine, string>> = {
  chromium: 'Chromium',
  firefox: 'Firefox',
  webkit: 'WebKit',
};

/**
 * Measures the time until a transcript is editable, the time from key to paint, and scrolling smoothness, using each
 * page's clock and frames: the same marks in every browser. Browsers run one at a time, so that they don't slow each
 * other down.
 */
export async function measureBrowsers(longhand: Longhand, sizes: readonly number[]): Promise<void> {
  for (const engine of engines) {
    if (whyNotHere(engine) === undefined) await measureBrowser(engine, longhand, sizes);
  }
}

/** Measures one browser. */
export async function measureBrowser(
  engine: Engine,
  longhand: Pick<Longhand, 'baseUrl' | 'sql' | 'createAccount'>,
  sizes: readonly number[],
): Promise<void> {
  const account = await longhand.createAccount();
  const page = await startDriver(engine);
  try {
    await signIn(page, longhand, account);
    for (const words of sizes) {
      const jobId = await makeTranscript(longhand, account, { words, monologues: words / 50 });
      const { ready, paint, scrolling } = await measure(page, `${longhand.baseUrl}/editor/${jobId}`);
      const name = `${names[engine]}, ${words.toLocaleString('en')} words`;
      note(`${name}: ready to type after the data`, `${getShare(ready, 0.5).toFixed(0)} ms`, '');
      note(`${name}: key to paint`, describe(paint), '');
      note(`${name}: frame while scrolling`, describe(scrolling), '16.7 ms at 60 frames a second');
    }
  } finally {
    await page.close();
  }
}

const describe = (times: readonly number[]): string =>
  `median ${getShare(times, 0.5).toFixed(1)} ms, p95 ${getShare(times, 0.95).toFixed(1)} ms`;

async function measure(page: DrivenPage, url: string) {
  const ready: number[] = [];
  // On the first load, the server compiles and the browser fills its cache.
  await openEditor(page, url);
  for (let i = 0; i < opened; i++) {
    await openEditor(page, url);
    ready.push(await timeToReady(page));
  }
  const scrolling = await measureScrolling(page);
  const monologues = await page.evaluate(() => document.querySelectorAll('[role=textbox] > section').length);
  await putCaret(page, { monologue: Math.floor(monologues / 2), offset: 20 });
  const type = async (count: number) => {
    for (let i = 0; i < count; i++) {
      await page.press('x');
      await pause(pauseMs);
    }
  };
  await type(5);
  const paint = await keysToPaint(page, () => type(keys));
  return { ready, paint, scrolling };
}

/** Milliseconds from the page having its data to the text being editable. */
const timeToReady = (page: DrivenPage): Promise<number> =>
  page.evaluate(() => {
    const [data] = performance.getEntriesByName('transcript-data');
    const [ready] = performance.getEntriesByName('transcript-ready');
    return (ready?.startTime ?? Number.NaN) - (data?.startTime ?? Number.NaN);
  });
