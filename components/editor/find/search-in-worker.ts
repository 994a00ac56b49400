import type { Match } from './search-text';
import type { SearchAnswer, SearchTask } from './search-worker';

/** The timeout, in milliseconds, for searching a whole transcript with an expression. */
export const maxSearchMs = 2000;

/** Searches in a worker. */
export interface Searcher {
  /** The matches of each text; undefined on timeout. A search superseded by a later one never settles. */
  search(task: Omit<SearchTask, 'number'>): Promise<Match[][] | undefined>;
  end(): void;
}

/** Creates a searcher. The first search starts its worker, and a timeout terminates it. */
export function createSearcher(
  start = (): Worker => new Worker(new URL('search-worker.ts', import.meta.url), { type: 'module' }),
  timeoutMs = maxSearchMs,
): Searcher {
  let worker: Worker | undefined;
  /** True once the worker has loaded. Loading doesn't count towards the timeout. */
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
      // A busy worker would delay this search.
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
