import type { EvaluatingPage } from '#e2e/support/browsers/driver';

const frames = 120;
/** Half a page per frame, faster than anyone reads: each frame shows new text. */
const pixelsAFrame = 400;

/** Milliseconds between frames while scrolling through the text from the start. */
export function measureScrolling(page: EvaluatingPage): Promise<number[]> {
  return page.evaluate(
    async ([frames, pixels]) => {
      const nextFrame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      const main = document.querySelector('main');
      main?.scrollTo(0, 0);
      for (let i = 0; i < 10; i++) await nextFrame();
      const times: number[] = [];
      let last = await nextFrame();
      for (let i = 0; i < frames; i++) {
        main?.scrollBy(0, pixels);
        const now = await nextFrame();
        times.push(now - last);
        last = now;
      }
      return times;
    },
    [frames, pixelsAFrame] as const,
  );
}
