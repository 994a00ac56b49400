/*
 * Only one tab of a person edits a transcript. On request it saves and yields; without an answer, the lock is
 * stolen.
 */

const timeoutMs = 2500;

/** Called when a tab acquires or loses the transcript. */
export interface LockHandlers {
  onAcquired(): void;
  /** Another tab has the lock. */
  onWaiting(): void;
  /** Saves and stops editing. */
  onRelease(): Promise<void>;
}

/** A tab's lock on a transcript, held or awaited. */
export interface TabLock {
  /** Makes this tab the editing one. */
  steal(): void;
  end(): void;
}

type LockMessage = 'give' | 'given';

/** Acquires the transcript for this tab. Without browser locks (plain HTTP, site data blocked), every tab edits. */
export function acquireTabLock(jobId: string, handlers: LockHandlers): TabLock {
  const locks = (navigator as { locks?: LockManager }).locks;
  const name = `transcript:${jobId}`;
  const channel = openChannel(name);
  if (locks === undefined || channel === undefined) {
    handlers.onAcquired();
    return { steal: () => {}, end: () => channel?.close() };
  }
  const ending = new AbortController();
  let queue = new AbortController();
  /** A tab stops editing before its lock is stolen, so both are tracked. */
  let hasLock = false;
  let isEditing = false;
  let onReleased = (): void => {};
  let takingBack: ReturnType<typeof setTimeout> | undefined;

  const post = (message: LockMessage): void => {
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a channel has only its own origin
    channel.postMessage(message);
  };
  const release = async (): Promise<void> => {
    if (!isEditing) return;
    isEditing = false;
    clearTimeout(takingBack);
    await handlers.onRelease();
  };
  const edit = (): void => {
    isEditing = true;
    handlers.onAcquired();
  };
  /** Edits again if the requesting tab closed before it took the lock. Each later request restarts the delay. */
  const takeBackLater = (): void => {
    takingBack = setTimeout(() => {
      if (hasLock && !isEditing && !ending.signal.aborted) edit();
    }, timeoutMs);
  };
  const giveUp = async (): Promise<void> => {
    await release();
    post('given');
    takeBackLater();
  };
  const onGranted = (lock: Lock | null): Promise<void> | undefined => {
    if (ending.signal.aborted) return undefined;
    if (lock === null) return wait();
    hasLock = true;
    edit();
    return new Promise((resolve) => {
      ending.signal.addEventListener('abort', () => resolve());
    });
  };
  const wait = async (): Promise<void> => {
    if (ending.signal.aborted) return;
    handlers.onWaiting();
    queue = new AbortController();
    await request({ signal: queue.signal });
  };
  const request = async (options: LockOptions): Promise<void> => {
    try {
      await locks.request(name, options, onGranted);
    } catch (error) {
      // Another tab took the lock, or this tab stopped waiting.
      hasLock = false;
      if (queue.signal.aborted) return;
      const reason = error instanceof DOMException ? error.name : undefined;
      if (reason === 'SecurityError' && !ending.signal.aborted) handlers.onAcquired();
      // WebKit rejects every request of a page being left, so a retry would loop.
      if (reason !== 'AbortError') return;
      await release();
      await wait();
    }
  };
  channel.addEventListener('message', ({ data }: MessageEvent<LockMessage>) => {
    if (data === 'given') onReleased();
    if (data === 'give' && isEditing) {
      void giveUp();
    }
  });
  void request({ ifAvailable: true });
  return {
    steal() {
      queue.abort();
      const answered = new Promise<void>((resolve) => {
        onReleased = resolve;
        setTimeout(resolve, timeoutMs);
      });
      post('give');
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

function openChannel(name: string): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(name);
  } catch {
    // Site data is blocked, or the browser has no locks.
    return undefined;
  }
}
