import type { EvaluatingPage } from '#e2e/support/browsers/driver';

interface Holding {
  releaseTimers?: () => void;
}

/** Holds the page's timers of up to a second until they are released, as on a machine too busy to run any. */
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

/** Runs the held timers, and holds no more. */
export async function releaseTimers(page: EvaluatingPage): Promise<void> {
  await page.evaluate(() => (window as Holding).releaseTimers?.());
}
