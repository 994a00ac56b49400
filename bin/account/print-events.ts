import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { presentEvent } from '#lib/audit/present-event';
import type { AccountEvent } from '#lib/audit/read-all-events';

/** Prints events as JSON, one a line, no faster than they are read. A reader that has seen enough ends it. */
export async function printEvents(events: AsyncIterable<AccountEvent>): Promise<void> {
  try {
    await pipeline(Readable.from(toLines(events)), process.stdout, { end: false });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EPIPE')) throw error;
  }
}

async function* toLines(events: AsyncIterable<AccountEvent>): AsyncGenerator<string> {
  for await (const event of events) yield `${JSON.stringify(presentEvent(event))}\n`;
}
