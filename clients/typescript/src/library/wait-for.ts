import { anySignal } from './send-request.ts';
import type { Job } from './contract.ts';
import { ApiError, ConnectionError, WaitTimeoutError } from './errors.ts';
import { pause } from './retry.ts';

/** Options for waiting for a job. */
export interface WaitOptions {
  /** Called with the job as often as it is read. */
  onUpdate?: ((job: Job) => void) | undefined;
  /** The longest to wait, in milliseconds; without it, until the job has ended. */
  timeoutMs?: number | undefined;
  /** The longest time that the server may be unreachable, in milliseconds; 10 minutes by default. */
  maxOutageMs?: number | undefined;
  signal?: AbortSignal | undefined;
}

const pauses = { firstMs: 1000, growth: 1.3, maxMs: 15_000 };

/** Time reserved for the last poll before the deadline. */
const lastLookMs = 1000;

/** The longest that a timer can run. */
const maxTimerMs = 2 ** 31 - 1;

/**
 * Polls a job with increasing delays until it has ended, also through outages. Throws `WaitTimeoutError` on timeout.
 */
export async function waitFor(
  readJob: (signal: AbortSignal | undefined) => Promise<Job>,
  { onUpdate, timeoutMs = Infinity, maxOutageMs = 600_000, signal }: WaitOptions,
): Promise<Job> {
  const began = performance.now();
  const getLeft = () => timeoutMs - (performance.now() - began);
  const makeError = () => new WaitTimeoutError(`The job didn't finish within ${timeoutMs / 1000} s.`);

  /** A silent server can use up only the remaining time. */
  async function readInTime(): Promise<Job> {
    if (timeoutMs === Infinity) return readJob(signal);
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(makeError()), Math.min(getLeft(), maxTimerMs));
    try {
      return await readJob(anySignal(late.signal, signal));
    } finally {
      clearTimeout(timer);
    }
  }

  let lastAnswer = began;
  for (let pauseMs = pauses.firstMs; ; pauseMs = Math.min(pauseMs * pauses.growth, pauses.maxMs)) {
    let retryAfterMs = 0;
    try {
      const job = await readInTime();
      lastAnswer = performance.now();
      onUpdate?.(job);
      if (job.status !== 'in_progress') return job;
    } catch (error) {
      if (!isOutage(error) || performance.now() - lastAnswer > maxOutageMs) throw error;
      if (error instanceof ApiError) retryAfterMs = error.retryAfterMs ?? 0;
    }
    const left = getLeft();
    const maxMs = left > lastLookMs ? left - lastLookMs : left;
    await pause(Math.min(maxMs, Math.max(pauseMs, retryAfterMs)), signal);
    if (getLeft() <= 0) throw makeError();
  }
}

function isOutage(error: unknown): boolean {
  if (error instanceof ConnectionError) return true;
  return error instanceof ApiError && (error.status === 429 || error.status >= 500);
}
