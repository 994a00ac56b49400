import { after, afterEach, before } from 'node:test';
import type { Browser } from 'playwright';
import { startBrowser } from './browser';
import { useLonghand, type SharedLonghand } from './start-longhand';

/** A service that suites share, and a browser. */
export interface Site {
  readonly longhand: SharedLonghand;
  readonly browser: Browser;
  /** Settles when both are there: hooks of the same file begin side by side, so one that needs them awaits it. */
  readonly ready: Promise<unknown>;
}

/**
 * Has a service and a browser ready before the first test of a file, and leaves both after the last one. What it gives can be read
 * in tests, and in hooks that have awaited `ready`. What a test opens in the browser is closed after it, unless `keepsOpen`: then
 * the suite's tests continue from one another's pages.
 */
export function useSite({ keepsOpen = false } = {}): Site {
  const started: Array<Pick<Site, 'longhand' | 'browser'>> = [];
  const get = () => {
    const [site] = started;
    if (site === undefined) throw new Error('the site is not ready: a hook awaits site.ready');
    return site;
  };
  const start = async (): Promise<void> => {
    const [longhand, browser] = await Promise.all([useLonghand(), startBrowser()]);
    started.push({ longhand, browser });
  };
  const ready = start();
  before(() => ready);
  afterEach(async () => {
    if (keepsOpen) return;
    const contexts = started.flatMap(({ browser }) => browser.contexts());
    await Promise.all(contexts.map((context) => context.close()));
  });
  after(async () => {
    for (const { browser, longhand } of started) {
      await browser.close();
      await longhand.stop();
    }
  });
  return {
    ready,
    get longhand() {
      return get().longhand;
    },
    get browser() {
      return get().browser;
    },
  };
}
