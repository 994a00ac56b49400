const encoder = new TextEncoder();
const retry = encoder.encode('retry: 1000\n\n');
const heartbeatLine = encoder.encode(': still here\n\n');

/** Events that many streams are given as one object, as they were written the first time. */
const written = new WeakMap<object, Uint8Array>();

const heartbeatMs = 20_000;
/** A stream ends after a while and the browser comes back: who may no longer read it reads no more than this. */
const maxAgeMs = 5 * 60_000;

/** One server-sent event; `id` is what the browser names when it comes back. */
export interface StreamEvent {
  name: string;
  /** An object that several streams are given is written once: it must not change. */
  data?: unknown;
  id?: number;
}

/** The open end of a stream. Once the stream has ended, both do nothing. */
export interface EventSink {
  send: (event: StreamEvent) => void;
  close: () => void;
}

/** A stream of server-sent events for five minutes at most. `follow` feeds it and returns an unsubscribe function. */
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
      const stop = follow({ send: (event) => write(format(event)), close });
      if (isOpen) unfollow = stop;
      else stop();
      // The client left before the listener was added.
      if (signal.aborted) close();
    },
    cancel: () => end(),
  });
}

function format(event: StreamEvent): Uint8Array {
  const { name, data, id } = event;
  const known = typeof data === 'object' && data !== null ? written.get(data) : undefined;
  if (known !== undefined) return known;
  const text = data === undefined ? '' : ` ${JSON.stringify(data)}`;
  const line = `${id === undefined ? '' : `id: ${id}\n`}event: ${name}\ndata:${text}\n\n`;
  const bytes = encoder.encode(line);
  if (typeof data === 'object' && data !== null) written.set(data, bytes);
  return bytes;
}
