import { after, afterEach, before } from 'node:test';
import type { Browser } from 'playwright';
import { startBrowser } from './browser';
import { useLonghand, type SharedLonghand } from './start-longhand';

/** A service that suites share, and a browser. */
export interface Site {
  readonly longhand: SharedLonghand;
  readonly browser: Browser;
}

/**
 * Has a service and a browser ready before the first test of a file, closes after each test what it opened in the browser,
 * and ends both after the last one. What it gives can be read in tests and hooks.
 */
export function useSite(): Site {
  let site: Site | undefined;
  const ready = (): Site => {
    if (site === undefined) throw new Error('the site is not ready before the tests begin');
    return site;
  };
  before(async () => {
    const [longhand, browser] = await Promise.all([useLonghand(), startBrowser()]);
    site = { longhand, browser };
  });
  afterEach(async () => {
    await Promise.all((site?.browser.contexts() ?? []).map((context) => context.close()));
  });
  after(async () => {
    await site?.browser.close();
    await site?.longhand.stop();
  });
  return {
    get longhand() {
      return ready().longhand;
    },
    get browser() {
      return ready().browser;
    },
  };
}
