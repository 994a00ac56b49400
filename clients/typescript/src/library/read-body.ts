import { ConnectionError } from './errors.ts';

/** Reads a response body. Throws the signal's reason, or `ConnectionError` if the connection breaks. */
export async function readBody<Content>(
  read: () => Promise<Content>,
  signal: AbortSignal | undefined,
): Promise<Content> {
  try {
    return await read();
  } catch (error) {
    signal?.throwIfAborted();
    throw new ConnectionError('The connection was lost during a response.', { cause: error });
  }
}

/** Streams a response body, with the errors of `readBody`. */
export function streamBody(
  body: ReadableStream<Uint8Array>,
  signal: AbortSignal | undefined,
): ReadableStream<Uint8Array> {
  const reader = body.getReader();
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        const { done, value } = await readBody(() => reader.read(), signal);
        if (done) controller.close();
        else controller.enqueue(value);
      },
      cancel: (reason) => reader.cancel(reason),
    },
    { highWaterMark: 0 },
  );
}
