import type { EditChange } from '#lib/transcript/edit';
import { createRetry } from '#components/editor/sync/timers.ts';
import type { Person } from '#components/editor/presence/presence.ts';

/** Why the server ends a person's access. */
export type EndReason = 'session' | 'link' | 'deleted' | 'permission';

/** Handlers of the server's events. */
export interface EventHandlers {
  /** The revision after which events are requested. */
  since: () => number;
  onRevision: (change: { from: number; revision: number; change: EditChange }) => void;
  onPeople: (people: Person[]) => void;
  onMedia: () => void;
  onName: (name: string) => void;
  onEnded: (reason: Exclude<EndReason, 'session'>) => void;
  /** The stream opened or reopened. */
  onOpened: () => void;
  /** The connection failed. Resolves to false if access has ended, which stops reconnecting. */
  onFailed: () => Promise<boolean>;
}

/**
 * Subscribes to the server's events, resuming after the last revision on reconnect. Returns an unsubscribe function.
 */
export function subscribeToEvents(address: string, handlers: EventHandlers): () => void {
  let source: EventSource | undefined;
  let isEnded = false;
  const retry = createRetry(() => open());
  const end = (): void => {
    isEnded = true;
    retry.reset();
    source?.close();
  };
  const reconnect = async (): Promise<void> => {
    source?.close();
    if (isEnded) return;
    retry.schedule();
    if (!(await handlers.onFailed())) end();
  };
  const open = (): void => {
    if (isEnded) return;
    source?.close();
    let from = handlers.since();
    const stream = new EventSource(`${address}/events?since=${from}`);
    source = stream;
    const on = (name: string, handle: (data: unknown) => void): void =>
      stream.addEventListener(name, (event: MessageEvent<string>) => handle(JSON.parse(event.data)));
    stream.addEventListener('open', () => {
      retry.reset();
      handlers.onOpened();
    });
    stream.addEventListener('error', () => void reconnect());
    on('revision', (data) => {
      const { revision, change } = data as { revision: number; change: EditChange };
      handlers.onRevision({ from, revision, change });
      from = revision;
    });
    on('people', (data) => handlers.onPeople(data as Person[]));
    on('media', () => handlers.onMedia());
    on('name', (data) => handlers.onName((data as { name: string }).name));
    on('ended', (data) => {
      const { reason } = data as { reason: EndReason };
      // Signing in again resumes the stream.
      if (reason === 'session') void reconnect();
      else {
        end();
        handlers.onEnded(reason);
      }
    });
  };
  const wake = (): void => {
    if (source?.readyState === EventSource.CLOSED) open();
  };
  const wakeEvents = ['online', 'focus'];
  for (const event of wakeEvents) window.addEventListener(event, wake);
  open();
  return () => {
    for (const event of wakeEvents) window.removeEventListener(event, wake);
    end();
  };
}
