import type { EditChange } from '#lib/transcripts/edit';
import { retryOf } from '../saving/timers';
import type { Person } from './together';

/** Why the server shows somebody out. */
export type EndReason = 'session' | 'link' | 'deleted' | 'permission';

/** What is done with what the server tells. */
export interface Hearing {
  /** The revision from which on events are wanted. */
  since: () => number;
  revision: (news: { from: number; revision: number; change: EditChange }) => void;
  people: (people: Person[]) => void;
  media: () => void;
  ended: (reason: Exclude<EndReason, 'session'>) => void;
  /** The stream is there, again. */
  opened: () => void;
  /** It can't be had: finds out whether this tab is not welcome any more; false ends the trying. */
  failed: () => Promise<boolean>;
}

/** Hears the server's events, and goes on from the last revision after each interruption. Returns what ends that. */
export function hearEvents(address: string, hearing: Hearing): () => void {
  let source: EventSource | undefined;
  let isOver = false;
  const retry = retryOf(() => open());
  const end = (): void => {
    isOver = true;
    retry.reset();
    source?.close();
  };
  const again = async (): Promise<void> => {
    source?.close();
    if (isOver) return;
    retry.later();
    if (!(await hearing.failed())) end();
  };
  const open = (): void => {
    if (isOver) return;
    source?.close();
    let from = hearing.since();
    const opened = new EventSource(`${address}/events?since=${from}`);
    source = opened;
    const on = (name: string, act: (data: unknown) => void): void =>
      opened.addEventListener(name, (event: MessageEvent<string>) => act(JSON.parse(event.data)));
    opened.addEventListener('open', () => {
      retry.reset();
      hearing.opened();
    });
    opened.addEventListener('error', () => void again());
    on('revision', (data) => {
      const { revision, change } = data as { revision: number; change: EditChange };
      hearing.revision({ from, revision, change });
      from = revision;
    });
    on('people', (data) => hearing.people(data as Person[]));
    on('media', () => hearing.media());
    on('ended', (data) => {
      const { reason } = data as { reason: EndReason };
      // After signing in again it goes on.
      if (reason === 'session') void again();
      else {
        end();
        hearing.ended(reason);
      }
    });
  };
  const wake = (): void => {
    if (source?.readyState === EventSource.CLOSED) open();
  };
  const waking = ['online', 'focus'];
  for (const event of waking) window.addEventListener(event, wake);
  open();
  return () => {
    for (const event of waking) window.removeEventListener(event, wake);
    end();
  };
}
