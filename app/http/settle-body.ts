import type { IncomingMessage, ServerResponse } from 'node:http';

/** The iterator that Node.js returns for a request body. */
type Chunks = ReturnType<IncomingMessage[typeof Symbol.asyncIterator]>;

/**
 * Makes it safe to leave a request body unread. A `Request` made from it iterates over the body and closes its stream
 * at the end, even if it was canceled: that throws outside any promise, as an uncaught exception. Here, pending reads
 * reject on cancellation instead, which a canceled stream ignores. Canceling waits for nothing, and closes the
 * connection only after the response is written.
 */
export function settleBody(request: IncomingMessage, response: ServerResponse): void {
  const iterate = request[Symbol.asyncIterator].bind(request);
  request[Symbol.asyncIterator] = () => settle(iterate(), response);
}

function settle(chunks: Chunks, response: ServerResponse): Chunks {
  let isLeft = false;
  const leave = () => {
    isLeft = true;
    const end = () => void chunks.return?.().catch(() => {});
    if (response.closed) end();
    else response.once('close', end);
    return Promise.resolve({ done: true as const, value: undefined });
  };
  const settled = {
    async next() {
      const result = await chunks.next();
      if (isLeft) throw new Error('The body is no longer read.');
      return result;
    },
    return: leave,
    [Symbol.asyncIterator]() {
      return this;
    },
  };
  return settled;
}
