import { atEnd } from '#e2e/support/at-end';
import type { Longhand } from '#e2e/support/start-longhand';

/** A service with settings of its own, and whatever it works with. */
export interface Service {
  longhand: Longhand;
  /** Ends what it works with, once the service itself has ended. */
  stopOthers?(): Promise<unknown>;
}

/**
 * Gives all files of this process the service that `start` starts for the first of them. The result is named `use…Service`: the
 * runner has the files that call the same one share a process. A file finds what earlier ones have left there.
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
