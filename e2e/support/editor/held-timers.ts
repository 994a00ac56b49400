import type { EvaluatingPage } from '#e2e/support/browsers/driver';

interface Holding {
  releaseTimers?: () => void;
}

/** Holds what the page wants to do at once or within a second, as on a machine that comes to no timer, until it is released. */
export async function holdTimers(page: EvaluatingPage): Promise<void> {
  await page.evaluate(() => {
    const set = window.setTimeout;
    const clear = window.clearTimeout;
    const held = new Map<number, () => void>();
    let last = 0;
    Object.assign(window, {
      setTimeout(work: (...given: unknown[]) => void, ms = 0, ...given: unknown[]) {
        if (ms > 1000) return set(work, ms, ...given);
        last -= 1;
        held.set(last, () => work(...given));
        return last;
      },
      clearTimeout: (id?: number) => void (held.delete(id ?? 0) || clear(id)),
      releaseTimers() {
        Object.assign(window, { setTimeout: set, clearTimeout: clear });
        for (const work of held.values()) work();
      },
    });
  });
}

/** Runs what was held, and holds nothing more. */
export async function releaseTimers(page: EvaluatingPage): Promise<void> {
  await page.evaluate(() => (window as Holding).releaseTimers?.());
}
