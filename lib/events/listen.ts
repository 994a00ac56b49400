import { database } from '#lib/db/database';
import { log } from '#lib/settings/log';

/*
 * Notifications of PostgreSQL reach every process that listens on their channel. One connection a process serves all
 * listeners. Next bundles each route on its own, so the channels are kept on globalThis.
 */

/** A listener of a channel. */
export interface Listener {
  onMessage(payload: string): void;
  /** Messages may have been missed: the connection to the database was lost. */
  onGap(): void;
  /** No more messages come: the process is about to end, or the channel can't be listened on. */
  onLeave(): void;
}

interface Channel {
  listeners: Set<Listener>;
  /** Settles once the process listens. */
  ready: Promise<unknown>;
}

const holder = globalThis as { longhandChannels?: Map<string, Channel> };

/** Listens on a channel. `stop` unsubscribes; `ready` settles once messages are received. */
export function listen(channel: string, listener: Listener): { ready: Promise<unknown>; stop: () => void } {
  holder.longhandChannels ??= openChannels();
  const { listeners, ready } = holder.longhandChannels.get(channel) ?? openChannel(channel);
  listeners.add(listener);
  return { ready, stop: () => void listeners.delete(listener) };
}

function openChannels(): Map<string, Channel> {
  const channels = new Map<string, Channel>();
  process.once('SIGTERM', () => channels.forEach(leave));
  return channels;
}

function openChannel(name: string): Channel {
  const listeners: Channel['listeners'] = new Set();
  // The driver listens again after its connection was lost, and calls back.
  const ready = database().sql.listen(
    name,
    (payload) => listeners.forEach((listener) => listener.onMessage(payload)),
    () => listeners.forEach((listener) => listener.onGap()),
  );
  const channel = { listeners, ready };
  holder.longhandChannels?.set(name, channel);
  ready.catch((error: unknown) => {
    log().error({ err: error, channel: name }, 'listening for events failed');
    holder.longhandChannels?.delete(name);
    leave(channel);
  });
  return channel;
}

function leave({ listeners }: Channel): void {
  for (const listener of [...listeners]) listener.onLeave();
}
