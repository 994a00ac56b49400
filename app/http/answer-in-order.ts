import { AsyncResource } from 'node:async_hooks';
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Pauses reading from a connection while this many of its requests wait, until only a few are left. */
const maxWaiting = 16;
const fewWaiting = 4;

interface Line {
  last: ServerResponse;
  waiting: number;
}

/** The queue of each connection whose last answer hasn't ended. */
const lines = new WeakMap<Socket, Line>();

/** Answers a connection's requests in order (RFC 9112, 9.3.2): Node.js emits all pipelined requests at once. */
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
    // Answering a whole queue of refusals in one turn would block the event loop.
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
