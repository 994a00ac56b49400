import { createFairQueue, QueueBusy, type FairQueue } from '#lib/fair-queue';
import { probeMedia } from '#lib/media/probe-media';
import { Refusal } from '#lib/refusal';

/** With some 40 MB of libraries, two runs stay below 600 MB. */
const slots = 2;
const dataBytes = 240 * 1024 ** 2;
const maxWaitMs = 60_000;
const retryAfterSeconds = 10;

// Next bundles each route on its own: the one queue of the process is kept on globalThis.
const holder = globalThis as { longhandMeasuring?: FairQueue };

/** The turns in which this process measures media: one of an account at a time, two of all. */
export function measuringQueue(): FairQueue {
  return (holder.longhandMeasuring ??= createFairQueue({ slots, maxWaitMs }));
}

type Measured = { durationSeconds: number };

/**
 * The length of media that an account has just brought, as `probeMedia` gives it, when it is the account's turn: only then does
 * `withLocalFile` have it copied to this machine. Refuses `service-unavailable` when that takes too long; throws as `probeMedia` does.
 */
export async function measureMedia(
  withLocalFile: (use: (path: string) => Promise<Measured>) => Promise<Measured>,
  { accountId, ...options }: { accountId: string; maxSeconds?: number; signal?: AbortSignal },
): Promise<Measured> {
  const measure = (path: string) => probeMedia(path, { ...options, dataBytes });
  return takeMeasuringTurn(accountId, () => withLocalFile(measure), options.signal);
}

/** Works on media that an account has just brought, in its turn. Refuses `service-unavailable` as `measureMedia` does. */
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
