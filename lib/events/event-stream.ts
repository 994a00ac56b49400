const encoder = new TextEncoder();
const retry = encoder.encode('retry: 1000\n\n');
const heartbeatLine = encoder.encode(': still here\n\n');

const heartbeatMs = 20_000;
/** Streams end regularly and browsers reconnect, which checks access again. */
const maxAgeMs = 5 * 60_000;

/** A server-sent event; browsers send the last `id` when they reconnect. */
export interface StreamEvent {
  name: string;
  data?: unknown;
  /** The data as serialized JSON, without line breaks. */
  json?: string;
  id?: number;
}

/** The writing end of a stream. Both functions do nothing once the stream has ended. */
export interface EventSink {
  /** Pass bytes to format an event once for many streams. */
  send: (event: StreamEvent | Uint8Array) => void;
  close: () => void;
}

/** Streams server-sent events for up to five minutes. `follow` feeds it and returns an unsubscribe function. */
export function streamEvents(
  signal: AbortSignal,
  follow: (sink: EventSink) => () => void,
): ReadableStream<Uint8Array> {
  let end = (): void => {};
  return new ReadableStream({
    start(controller) {
      let isOpen = true;
      const write = (bytes: Uint8Array): void => {
        if (isOpen) controller.enqueue(bytes);
      };
      const close = (): void => {
        if (!isOpen) return;
        end();
        controller.close();
      };
      write(retry);
      const heartbeat = setInterval(() => write(heartbeatLine), heartbeatMs);
      const age = setTimeout(close, maxAgeMs);
      signal.addEventListener('abort', close);
      let unfollow = (): void => {};
      end = () => {
        isOpen = false;
        unfollow();
        clearInterval(heartbeat);
        clearTimeout(age);
        signal.removeEventListener('abort', close);
      };
      const stop = follow({
        send: (event) => write(event instanceof Uint8Array ? event : formatEvent(event)),
        close,
      });
      if (isOpen) unfollow = stop;
      else stop();
      // The client disconnected before the listener was added.
      if (signal.aborted) close();
    },
    cancel: () => end(),
  });
}

/** Formats an event for a stream. */
export function formatEvent({ name, data, json, id }: StreamEvent): Uint8Array {
  const written = json ?? (data === undefined ? undefined : JSON.stringify(data));
  const text = written === undefined ? '' : ` ${written}`;
  return encoder.encode(`${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata:${text}\n\n`);
}
