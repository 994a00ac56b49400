import { AsyncResource } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';

/** Requests of one client to one route that are worked on at once: a page loads what it needs side by side. */
const maxAtOnce = 4;

interface Line {
  underWay: number;
  waiting: (() => void)[];
}

const lines = new Map<string, Line>();

/**
 * Begins a request at once while fewer than four with the same `key` are under way, else in turn, so that a client that sends a
 * thousand together leaves the event loop to others in between. A request is under way until its headers are sent or its
 * connection closes: a stream holds nobody up. One whose client has left is never begun.
 */
export function beginInTurn(key: string, response: ServerResponse, begin: () => void): void {
  const line = lines.get(key) ?? { underWay: 0, waiting: [] };
  lines.set(key, line);
  const startNext = (): void => {
    if (line.underWay < maxAtOnce) line.waiting.shift()?.();
    if (line.underWay === 0) lines.delete(key);
  };
  const start = (): void => {
    line.underWay += 1;
    onAnswered(response, () => {
      line.underWay -= 1;
      // The others have a turn of the event loop first.
      setImmediate(startNext);
    });
    begin();
  };
  if (line.underWay < maxAtOnce && line.waiting.length === 0) return start();
  const startLater = AsyncResource.bind(start);
  line.waiting.push(startLater);
  response.once('close', () => {
    line.waiting = line.waiting.filter((other) => other !== startLater);
  });
}

/** Calls `listener` once, as the headers of an answer are sent or its connection closes. */
function onAnswered(response: ServerResponse, listener: () => void): void {
  let isAnswered = false;
  const answered = (): void => {
    if (isAnswered) return;
    isAnswered = true;
    listener();
  };
  const writeHead = response.writeHead.bind(response) as (...parameters: unknown[]) => ServerResponse;
  response.writeHead = (...parameters: unknown[]): ServerResponse => {
    answered();
    return writeHead(...parameters);
  };
  response.once('close', answered);
}
