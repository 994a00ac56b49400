import { compareWords, type Comparison } from '#lib/transcript/diff/compare-words';
import type { Edit } from '#lib/transcript/edit';

/** Compares two edits in a worker, which keeps the page responsive, or on the main thread if there can be none. */
export function compareInWorker(before: Edit, after: Edit): Promise<Comparison> {
  return new Promise((resolve) => {
    const worker = new Worker(new URL('compare-worker.ts', import.meta.url), { type: 'module' });
    const end = (comparison: Comparison): void => {
      worker.terminate();
      resolve(comparison);
    };
    worker.addEventListener('message', ({ data }: MessageEvent<Comparison>) => end(data));
    worker.addEventListener('error', (event) => {
      event.preventDefault();
      end(compareWords(before, after));
    });
    worker.postMessage([before, after], []);
  });
}
