/* One of a person's tabs edits a transcript. Asked by another it saves and gives up; without an answer the lock is stolen. */

const timeoutMs = 2500;

/** Called when a tab acquires and loses the transcript. */
export interface LockHandlers {
  onAcquired(): void;
  /** Another tab has it. */
  onWaiting(): void;
  /** Saves, and stops editing. */
  onRelease(): Promise<void>;
}

/** A tab's lock on a transcript, whether it has it or waits for it. */
export interface TabLock {
  /** Makes this tab the one that edits. */
  steal(): void;
  end(): void;
}

type LockMessage = 'give' | 'given';

/** Claims the transcript for this tab. Where the browser gives no locks (on plain http, or with site data blocked) every tab edits. */
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
  /** True while this tab has the browser's lock, and while it edits: it stops editing before the lock is stolen. */
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
  /** The tab that asked may have been closed before it took the lock. One that asks later has the whole time for itself. */
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
      // Taken by another tab, or this tab stopped waiting for its turn.
      hasLock = false;
      if (queue.signal.aborted) return;
      const reason = error instanceof DOMException ? error.name : undefined;
      if (reason === 'SecurityError' && !ending.signal.aborted) handlers.onAcquired();
      // In a page that is being left, WebKit refuses every request: asking again would never end.
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
    // Site data is blocked, or the browser has none.
    return undefined;
  }
}
