/*
 * Of a person's tabs with the same transcript one edits it, the others only show it. A tab that wants to be the one
 * asks; the one that has it saves and gives it up, and when it does not answer it is taken from it.
 */

const patienceMs = 2500;

/** What a tab does as it gets and loses the transcript. */
export interface Holder {
  got(): void;
  /** Another tab has it. */
  waits(): void;
  /** Saves what there is to save, and edits no more. */
  gives(): Promise<void>;
}

/** A tab's claim on a transcript. */
export interface Claim {
  /** Makes this tab the one that edits. */
  take(): void;
  end(): void;
}

type Word = 'give' | 'given';

/** Claims the transcript for this tab. Where the browser knows no locks (on plain http) every tab edits. */
export function claimTranscript(jobId: string, holder: Holder): Claim {
  const locks = (navigator as { locks?: LockManager }).locks;
  if (locks === undefined) {
    holder.got();
    return { take: () => {}, end: () => {} };
  }
  const name = `transcript:${jobId}`;
  const channel = new BroadcastChannel(name);
  const ending = new AbortController();
  let queue = new AbortController();
  let isHolding = false;
  let given = (): void => {};

  const say = (word: Word): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has only its own origin
    channel.postMessage(word);
  };
  const giveUp = async (): Promise<void> => {
    if (!isHolding) return;
    isHolding = false;
    await holder.gives();
  };
  const hold = (lock: Lock | null): Promise<void> | undefined => {
    if (ending.signal.aborted) return undefined;
    if (lock === null) return wait();
    isHolding = true;
    holder.got();
    return new Promise((resolve) => {
      ending.signal.addEventListener('abort', () => resolve());
    });
  };
  const wait = async (): Promise<void> => {
    if (ending.signal.aborted) return;
    holder.waits();
    queue = new AbortController();
    await request({ signal: queue.signal });
  };
  const request = async (options: LockOptions): Promise<void> => {
    try {
      await locks.request(name, options, hold);
    } catch {
      // Taken by another tab, or this tab stopped waiting for its turn.
      if (queue.signal.aborted) return;
      await giveUp();
      await wait();
    }
  };
  channel.addEventListener('message', ({ data }: MessageEvent<Word>) => {
    if (data === 'given') given();
    if (data === 'give' && isHolding) {
      void giveUp().then(() => say('given'));
    }
  });
  void request({ ifAvailable: true });
  return {
    take() {
      queue.abort();
      const answered = new Promise<void>((resolve) => {
        given = resolve;
        setTimeout(resolve, patienceMs);
      });
      say('give');
      void answered.then(() => {
        queue = new AbortController();
        return request({ steal: true });
      });
    },
    end() {
      queue.abort();
      ending.abort();
      channel.close();
    },
  };
}
