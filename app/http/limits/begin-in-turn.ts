import { AsyncResource } from 'node:async_hooks';
import type { ServerResponse } from 'node:http';

/** Concurrent requests per client and route, enough for a page that loads its data in parallel. */
const maxAtOnce = 4;

interface Line {
  underWay: number;
  waiting: (() => void)[];
}

const lines = new Map<string, Line>();

/**
 * Begins a request at once while fewer than four with the same `key` are in progress, else queues it, so that a client
 * sending a thousand at once yields the event loop to others. A request is in progress until its headers are sent or
 * its connection closes, so streams block nobody. Requests of disconnected clients are dropped.
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
      // Yields the event loop to others first.
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

/** Calls `listener` once, when a response's headers are sent or its connection closes. */
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
