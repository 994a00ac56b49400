import assert from 'node:assert/strict';
import type { Page } from 'playwright';

/* What must not move on the page while something else happens. */

interface Watch {
  shifts: string[];
  seen: string[];
  frame: number;
  observer: PerformanceObserver;
  note: (entries: PerformanceEntryList) => void;
}

/**
 * From now on records each layout shift of the page, also those soon after a key or a click, and in each frame where
 * the elements of these selectors stand.
 */
export async function watchLayout(page: Page, selectors: readonly string[]): Promise<void> {
  // The compiler of this file names inner functions by a helper of its own.
  await page.evaluate('globalThis.__name = (named) => named');
  await page.evaluate((selectors) => {
    const shifts: string[] = [];
    const seen: string[] = [];
    const note = (entries: PerformanceEntryList): void => {
      for (const entry of entries) {
        const { value, sources } = entry as PerformanceEntry & {
          value: number;
          sources: Array<{ node: Node | null }>;
        };
        const nodes = sources.map(({ node }) =>
          node instanceof Element ? node.outerHTML.slice(0, 120) : node?.textContent,
        );
        shifts.push(`${value}: ${nodes.join(' | ')}`);
      }
    };
    const observer = new PerformanceObserver((list) => note(list.getEntries()));
    observer.observe({ type: 'layout-shift' });
    const watch = { shifts, seen, observer, note, frame: 0 };
    const look = (): void => {
      const now = selectors
        .map((selector) => {
          const { x, y, width, height } = document.querySelector(selector)?.getBoundingClientRect() ?? {};
          return `${selector} ${[x, y, width, height].map((n) => n?.toFixed(1)).join(' ')}`;
        })
        .join('\n');
      if (!seen.includes(now)) seen.push(now);
      watch.frame = requestAnimationFrame(look);
    };
    look();
    Object.assign(globalThis, { watch });
  }, selectors);
}

/** Ends `watchLayout`: nothing has shifted, and each of the elements has stood still. */
export async function stoodStill(page: Page): Promise<void> {
  const found = await page.evaluate(async () => {
    const { watch } = globalThis as unknown as { watch: Watch };
    // A shift is known after the frame in which it is seen.
    for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
    watch.note(watch.observer.takeRecords());
    cancelAnimationFrame(watch.frame);
    watch.observer.disconnect();
    return { shifts: watch.shifts, seen: watch.seen };
  });
  assert.deepEqual(found.shifts, []);
  assert.equal(found.seen.length, 1, found.seen.join('\n\n'));
}
