import { readLocal, writeLocal } from '#components/ui/persisted-store.ts';
import { createLazyStore, type ReadableStore } from '#components/ui/store.ts';

/** Notices in this browser: `blocked` when it refuses for this site, `unsupported` when it can't at all. */
export type NoticeState = 'unsupported' | 'blocked' | 'off' | 'on';

const key = 'longhand.job-notices';

const store = createLazyStore(readState);

/** True if this browser notifies of jobs that end. */
export const noticeStore: ReadableStore<NoticeState> = store;

/** Asks the browser for its permission, on a click of its owner, and turns notifications on if it is given. */
export async function turnOn(): Promise<void> {
  if (store.get() === 'unsupported') return;
  const permission = await Notification.requestPermission();
  if (permission === 'granted') writeLocal(key, 'on');
  store.set(permission === 'denied' ? 'blocked' : readState());
}

/** Turns notifications off; the browser's permission stays. */
export function turnOff(): void {
  writeLocal(key, 'off');
  store.set(readState());
}

/** Follows what another tab chooses. Returns an unsubscribe function. */
export function followOtherTabs(): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  globalThis.addEventListener('storage', (event) => event.key === key && store.set(readState()), { signal });
  return () => listening.abort();
}

function readState(): NoticeState {
  // Which tab notifies is settled by a lock. Browsers have both on secure addresses only.
  if (!('Notification' in globalThis) || !('locks' in navigator)) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return readLocal(key) === 'on' && Notification.permission === 'granted' ? 'on' : 'off';
}
