import type { IncomingMessage, ServerResponse } from 'node:http';

/** The iterator that Node returns for the body of a request. */
type Chunks = ReturnType<IncomingMessage[typeof Symbol.asyncIterator]>;

/**
 * Makes the body of a request safe to be left unread. A `Request` that is made of it iterates over it, and when the body is
 * over closes its stream, even one that was canceled in the meantime: what that throws is in no promise, and so an uncaught
 * exception of the process. Here, whatever is still being asked for when the reading is given up fails instead, of which a
 * canceled stream takes no notice. Giving up waits for nothing, and ends the connection only once the answer is written.
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
