import { createFairQueue, QueueBusy, type FairQueue } from '#lib/fair-queue';
import { probeMedia } from '#lib/media/probe-media';
import { Refusal } from '#lib/refusal';
import { perProcess } from '#lib/per-process';

/** With some 40 MB of libraries, two processes stay below 600 MB. */
const slots = 2;
const dataBytes = 240 * 1024 ** 2;
const maxWaitMs = 60_000;
const retryAfterSeconds = 10;

/** Returns this process's queue for measuring media: one at a time per account, two in total. */
export function measuringQueue(): FairQueue {
  return perProcess('longhandMeasuring', () => createFairQueue({ slots, maxWaitMs }));
}

type Measured = { durationSeconds: number };

/**
 * Measures an account's new media with `probeMedia` in its turn; only then does `withLocalFile` copy it to this
 * machine. Refuses `service-unavailable` if the turn takes too long; throws like `probeMedia`.
 */
export async function measureMedia(
  withLocalFile: (use: (path: string) => Promise<Measured>) => Promise<Measured>,
  { accountId, ...options }: { accountId: string; maxSeconds?: number; signal?: AbortSignal },
): Promise<Measured> {
  const measure = (path: string) => probeMedia(path, { ...options, dataBytes });
  return takeMeasuringTurn(accountId, () => withLocalFile(measure), options.signal);
}

/** Processes an account's new media in its turn. Refuses `service-unavailable` like `measureMedia`. */
export async function takeMeasuringTurn<Result>(
  accountId: string,
  work: () => Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  try {
    return await measuringQueue().run(accountId, work, signal);
  } catch (error) {
    if (!(error instanceof QueueBusy)) throw error;
    throw new Refusal({ kind: 'service-unavailable', retryAfterSeconds });
  }
}
