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
  let timer: ReturnType<typeof setTimeout> | undefined;
  let number = 0;
  const end = (): void => {
    clearTimeout(timer);
    worker?.terminate();
    worker = undefined;
  };
  return {
    end,
    search(task) {
      // One that is still at work would keep this one waiting.
      if (timer !== undefined) end();
      const mine = ++number;
      const busy = (worker ??= start());
      return new Promise((resolve) => {
        const abort = new AbortController();
        const settle = (matches: Match[][] | undefined): void => {
          clearTimeout(timer);
          timer = undefined;
          abort.abort();
          resolve(matches);
        };
        const giveUp = (): void => {
          end();
          settle(undefined);
        };
        timer = setTimeout(giveUp, timeoutMs);
        const answered = ({ data }: MessageEvent<SearchAnswer>): void => {
          if (data.number === mine) settle(data.matches);
        };
        busy.addEventListener('message', answered, { signal: abort.signal });
        busy.addEventListener('error', giveUp, { signal: abort.signal });
        // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has none
        busy.postMessage({ ...task, number: mine } satisfies SearchTask);
      });
    },
  };
}
