import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** A connection isn't read while this many of its requests wait, until only a few are left. */
const maxWaiting = 16;
const fewWaiting = 4;

interface Line {
  last: ServerResponse;
  waiting: number;
}

/** The answers of each connection, the last of which has not ended. */
const lines = new WeakMap<Socket, Line>();

/** Answers a connection's requests in order (RFC 9112, 9.3.2): Node.js hands over all that a client sends ahead. */
export function answerInOrder(
  { socket }: IncomingMessage,
  response: ServerResponse,
  answer: () => void,
): void {
  const line = lines.get(socket);
  lines.set(socket, { last: response, waiting: line?.waiting ?? 0 });
  if (line === undefined || line.last.closed) return answer();
  changeWaiting(socket, 1);
  const answerLater = AsyncResource.bind(answer);
  line.last.once('close', () => {
    if (socket.destroyed) return;
    changeWaiting(socket, -1);
    // Answered at once, a whole line of refusals would be one turn of the event loop, and all others would wait for it.
    setImmediate(answerLater);
  });
}

function changeWaiting(socket: Socket, by: 1 | -1): void {
  const line = lines.get(socket);
  if (line === undefined) return;
  line.waiting += by;
  if (line.waiting === maxWaiting && by === 1) socket.pause();
  if (line.waiting === fewWaiting && by === -1) socket.resume();
}
