import type { Readable } from 'node:stream';

/** Limits on reading a refused body before it is answered. */
const hearing = { bytes: 32 * 1024 * 1024, milliseconds: 2000 };

/** Reads a refused body for a moment: most senders read the answer only after sending all. */
export async function drainBody(body: Readable): Promise<void> {
  const timer = setTimeout(() => body.destroy(), hearing.milliseconds).unref();
  let bytes = 0;
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes > hearing.bytes) break;
    }
  } catch {
    // Nobody is there any more, or the time is up.
  }
  if (body.readableEnded || body.destroyed) clearTimeout(timer);
  else body.on('error', () => {}).resume();
}
