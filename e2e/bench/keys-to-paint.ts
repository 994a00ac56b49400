import { setTimeout as pause } from 'node:timers/promises';
import type { EvaluatingPage } from '#e2e/support/browsers/driver';

/** A fast typist's pause between two keys, in milliseconds. */
export const pauseMs = 60;

/** For each key pressed while `work` runs, milliseconds from its event's own time to after the next frame. */
export async function keysToPaint(page: EvaluatingPage, work: () => Promise<void>): Promise<number[]> {
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
  await pause(100);
  return page.evaluate(() => {
    dispatchEvent(new Event('watch-ends'));
    return performance.getEntriesByName('key-to-paint').map(({ duration }) => duration);
  });
}
