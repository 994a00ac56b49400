import type { Match } from './search-text';
import type { SearchAnswer, SearchTask } from './search-worker';

/** So many milliseconds an expression may take for all of a transcript. */
export const maxSearchMs = 2000;

/** Searches beside the page. */
export interface Searcher {
  /** The matches of each text; undefined where it took too long. A search that another one has followed never ends. */
  search(task: Omit<SearchTask, 'number'>): Promise<Match[][] | undefined>;
  end(): void;
}

/** Makes a searcher; its worker is started with the first search, and ended with one that takes too long. */
export function createSearcher(
  start = (): Worker => new Worker(new URL('search-worker.ts', import.meta.url), { type: 'module' }),
  timeoutMs = maxSearchMs,
): Searcher {
  let worker: Worker | undefined;
  /** True once the worker has loaded, which takes its own time, and while it is searching. */
  let isReady = false;
  let isBusy = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let number = 0;
  const end = (): void => {
    clearTimeout(timer);
    worker?.terminate();
    worker = undefined;
    isReady = false;
    isBusy = false;
  };
  return {
    end,
    search(task) {
      // One that is still at work would keep this one waiting.
      if (isBusy) end();
      const mine = ++number;
      const busy = (worker ??= start());
      isBusy = true;
      return new Promise((resolve) => {
        const abort = new AbortController();
        const settle = (matches: Match[][] | undefined): void => {
          clearTimeout(timer);
          isBusy = false;
          abort.abort();
          resolve(matches);
        };
        const giveUp = (): void => {
          end();
          settle(undefined);
        };
        const limit = (): void => {
          isReady = true;
          timer = setTimeout(giveUp, timeoutMs);
        };
        if (isReady) limit();
        const answered = ({ data }: MessageEvent<SearchAnswer | 'ready'>): void => {
          if (data === 'ready') limit();
          else if (data.number === mine) settle(data.matches);
        };
        busy.addEventListener('message', answered, { signal: abort.signal });
        busy.addEventListener('error', giveUp, { signal: abort.signal });
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
        busy.postMessage({ ...task, number: mine } satisfies SearchTask);
      });
    },
  };
}
