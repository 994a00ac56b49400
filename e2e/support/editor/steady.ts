import assert from 'node:assert/strict';
import type { Page } from 'playwright';

/* Checks that parts of the page do not move while something else happens. */

interface Watch {
  shifts: string[];
  moved: string[];
  frame: number;
  observer: PerformanceObserver;
  note: (entries: PerformanceEntryList) => void;
}

/**
 * Records from now on each layout shift of the page, including those soon after a key or a click, and in each frame any
 * move of the first elements with these selectors.
 */
export async function watchLayout(page: Page, selectors: readonly string[]): Promise<void> {
  await page.evaluate((selectors) => {
    const shifts: string[] = [];
    const moved: string[] = [];
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
    const watch = { shifts, moved, observer, note, frame: 0 };
    const measure = (): number[][] =>
      selectors.map((selector) => {
        const { x = NaN, y, width, height } = document.querySelector(selector)?.getBoundingClientRect() ?? {};
        return [x, y ?? NaN, width ?? NaN, height ?? NaN];
      });
    const first = measure();
    const look = (): void => {
      for (const [i, now] of measure().entries()) {
        const before = first[i] ?? [];
        // Pages scroll by whole pixels.
        if (now.every((n, side) => Math.abs(n - (before[side] ?? NaN)) < 1)) continue;
        const change = `${selectors[i]}: ${before.join(' ')} → ${now.join(' ')}`;
        if (!moved.includes(change)) moved.push(change);
      }
      watch.frame = requestAnimationFrame(look);
    };
    look();
    Object.assign(globalThis, { watch });
  }, selectors);
}

/** Ends `watchLayout`, and asserts that nothing has shifted and none of the elements has moved. */
export async function stoodStill(page: Page): Promise<void> {
  const found = await page.evaluate(async () => {
    const { watch } = globalThis as unknown as { watch: Watch };
    // A shift is reported after the frame in which it is seen.
    for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
    watch.note(watch.observer.takeRecords());
    cancelAnimationFrame(watch.frame);
    watch.observer.disconnect();
    return { shifts: watch.shifts, moved: watch.moved };
  });
  assert.deepEqual(found, { shifts: [], moved: [] });
}
