import { watchJobs } from '#lib/jobs/read/watch-jobs';
import { Refusal } from '#lib/refusal';

/** After how many seconds a client may ask another server. */
const retryAfterSeconds = 1;

/** The job may have changed, or so much time has passed again. */
export type Step = 'change' | 'beat';

/**
 * Follows a job: yields `change` at once, then whenever the job may have changed, and `beat` each `beatMs`. What comes while
 * the last step is dealt with is one step. Nothing is held meanwhile but a place among the watchers. Throws the reason of the
 * signal once it aborts, and refuses `service-unavailable` when this process is about to end.
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
