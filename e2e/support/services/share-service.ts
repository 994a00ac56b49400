import { atEnd } from '#e2e/support/at-end';
import type { Longhand } from '#e2e/support/start-longhand';

/** A service with settings of its own, and what it depends on. */
export interface Service {
  longhand: Longhand;
  /** Stops what it depends on, once the service itself has ended. */
  stopOthers?(): Promise<unknown>;
}

/**
 * Returns a function that gives all test files of this process one service, started by `start` for the first of them.
 * Name the result `use…Service`: the runner has the files that call the same one share a process. A file finds what
 * earlier files have left there.
 */
export function shareService<T extends Service>(start: () => Promise<T>): () => Promise<T> {
  let started: Promise<T> | undefined;
  const begin = async () => {
    const service = await start();
    atEnd(async () => {
      await service.longhand.stop();
      await service.stopOthers?.();
    });
    return service;
  };
  return () => (started ??= begin());
}
