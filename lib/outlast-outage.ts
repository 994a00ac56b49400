import { setTimeout as sleep } from 'node:timers/promises';
import { findOutage } from '#lib/outage';

const pauseMs = 500;

/** Does a piece of work that may be repeated again and again until no outage makes it fail. Throws every other error. */
export async function outlastOutage<Result>(work: () => Promise<Result>): Promise<Result> {
  for (;;) {
    try {
      return await work();
    } catch (error) {
      if (findOutage(error) === undefined) throw error;
    }
    await sleep(pauseMs);
  }
}
