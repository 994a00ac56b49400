import { readLocal, writeLocal } from '#components/ui/persisted-store.ts';
import { createLazyStore, type ReadableStore } from '#components/ui/store.ts';

/** The state of notifications in this browser: `blocked` for this site, `unsupported` by the browser. */
export type NoticeState = 'unsupported' | 'blocked' | 'off' | 'on';

const key = 'longhand.job-notices';

const store = createLazyStore(readState);

/** True if this browser notifies of jobs that end. */
export const noticeStore: ReadableStore<NoticeState> = store;

/** Asks for the browser's permission, which requires a click, and turns notifications on if granted. */
export async function turnOn(): Promise<void> {
  if (store.get() === 'unsupported') return;
  const permission = await Notification.requestPermission();
  if (permission === 'granted') writeLocal(key, 'on');
  store.set(permission === 'denied' ? 'blocked' : readState());
}

/** Turns notifications off. The browser's permission stays. */
export function turnOff(): void {
  writeLocal(key, 'off');
  store.set(readState());
}

/** Follows changes in other tabs. Returns an unsubscribe function. */
export function followOtherTabs(): () => void {
  const listening = new AbortController();
  const { signal } = listening;
  globalThis.addEventListener('storage', (event) => event.key === key && store.set(readState()), { signal });
  return () => listening.abort();
}

function readState(): NoticeState {
  // A lock decides which tab notifies. Browsers offer both APIs on secure origins only.
  if (!('Notification' in globalThis) || !('locks' in navigator)) return 'unsupported';
  if (Notification.permission === 'denied') return 'blocked';
  return readLocal(key) === 'on' && Notification.permission === 'granted' ? 'on' : 'off';
}
