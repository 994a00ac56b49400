import type { Writable } from 'node:stream';

/** Writes `text` again and again until the stream closes: the peer never ends, and is never silent for long. */
export function drip(stream: Writable, text: string): void {
  // oxlint-disable-next-line longhand/no-wall-clock -- a peer that drips does so by the clock
  const timer = setInterval(() => stream.write(text), 20);
  stream.once('close', () => clearInterval(timer));
}
