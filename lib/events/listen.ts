import { database } from '#lib/db/database';
import { log } from '#lib/settings/log';
import { perProcess } from '#lib/per-process';

/*
 * PostgreSQL's notifications reach every process that listens on their channel. One connection per process serves all
 * listeners.
 */

/** A listener of a channel. */
export interface Listener {
  onMessage(payload: string): void;
  /** The database connection was lost, so messages may have been missed. */
  onGap(): void;
  /** No more messages follow: the process is ending, or listening on the channel failed. */
  onLeave(): void;
}

interface Channel {
  listeners: Set<Listener>;
  /** Settles once the process listens. */
  ready: Promise<unknown>;
}

/** Listens on a channel. `stop` unsubscribes; `ready` settles once messages are received. */
export function listen(channel: string, listener: Listener): { ready: Promise<unknown>; stop: () => void } {
  const { listeners, ready } = openChannels().get(channel) ?? openChannel(channel);
  listeners.add(listener);
  return { ready, stop: () => void listeners.delete(listener) };
}

function openChannels(): Map<string, Channel> {
  return perProcess('longhandChannels', () => {
    const channels = new Map<string, Channel>();
    process.once('SIGTERM', () => channels.forEach(leave));
    return channels;
  });
}

function openChannel(name: string): Channel {
  const listeners: Channel['listeners'] = new Set();
  // After a lost connection, the driver listens again and calls back.
  const ready = database().sql.listen(
    name,
    (payload) => listeners.forEach((listener) => listener.onMessage(payload)),
    () => listeners.forEach((listener) => listener.onGap()),
  );
  const channel = { listeners, ready };
  openChannels().set(name, channel);
  ready.catch((error: unknown) => {
    log().error({ err: error, channel: name }, 'listening for events failed');
    openChannels().delete(name);
    leave(channel);
  });
  return channel;
}

function leave({ listeners }: Channel): void {
  for (const listener of [...listeners]) listener.onLeave();
}
