import { after, afterEach, before } from 'node:test';
import type { Browser } from 'playwright';
import { closePages, shareBrowser } from './browser';
import { useLonghand, type SharedLonghand } from './start-longhand';

/** A service that suites share, and a browser. */
export interface Site {
  readonly longhand: SharedLonghand;
  readonly browser: Browser;
}

/**
 * Provides a service and a browser from before a file's first test until after its last one. Both can be used in tests,
 * and in hooks that are declared later. Pages that a test opens are closed after it, unless `keepsOpen`: then the
 * file's tests share their pages, which are closed after the last.
 */
export function useSite({ keepsOpen = false } = {}): Site {
  let site: Site | undefined;
  const get = () => {
    if (site === undefined) throw new Error('the site is not ready: its hook comes first');
    return site;
  };
  before(async () => {
    const [longhand, browser] = await Promise.all([useLonghand(), shareBrowser()]);
    site = { longhand, browser };
  });
  if (!keepsOpen) afterEach(closePages);
  after(async () => {
    await closePages();
    await site?.longhand.stop();
  });
  return {
    get longhand() {
      return get().longhand;
    },
    get browser() {
      return get().browser;
    },
  };
}
