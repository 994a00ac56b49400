import { watchJobs } from '#lib/jobs/read/watch-jobs';
import { Refusal } from '#lib/refusal';

/** Seconds until a client may try another server. */
const retryAfterSeconds = 1;

/** The job may have changed, or the interval has passed. */
export type Step = 'change' | 'beat';

/**
 * Follows a job: yields `change` at once and whenever the job may have changed, and `beat` every `beatMs`. Events while
 * the consumer is busy are merged. Holds no resources but a watcher. Throws the signal's reason once aborted, and
 * refuses `service-unavailable` when this process is about to exit.
 */
export async function* followJob(
  { accountId, jobId }: { accountId: string; jobId: string },
  { signal, beatMs }: { signal: AbortSignal; beatMs?: number | undefined },
): AsyncGenerator<Step, never> {
  const due: Record<Step, boolean> = { change: true, beat: false };
  let isLeaving = false;
  let wake = (): void => {};
  const note = (step: Step) => () => {
    due[step] = true;
    wake();
  };
  const change = note('change');
  const unwatch = watchJobs(
    { accountId },
    {
      onJob: (changed) => {
        if (changed === jobId) change();
      },
      onQueue: () => {},
      onList: () => {},
      onGap: change,
      onLeave: () => {
        isLeaving = true;
        wake();
      },
    },
  );
  const timer = beatMs === undefined ? undefined : setInterval(note('beat'), beatMs);
  signal.addEventListener('abort', change);
  try {
    for (;;) {
      signal.throwIfAborted();
      if (isLeaving) throw new Refusal({ kind: 'service-unavailable', retryAfterSeconds });
      const step = due.change ? 'change' : due.beat ? 'beat' : undefined;
      if (step === undefined) {
        await new Promise<void>((resolve) => (wake = resolve));
      } else {
        due[step] = false;
        yield step;
      }
    }
  } finally {
    signal.removeEventListener('abort', change);
    clearInterval(timer);
    unwatch();
  }
}
