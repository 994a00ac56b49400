import { Readable } from 'node:stream';
import type { ReadableStream as BodyStream } from 'node:stream/web';
import { drainBody, readMediaType } from '#lib/api/body/read-body';
import { invalidParameter, Refusal } from '#lib/refusal';
import { TooLarge, type Storage } from '#lib/storage/storage';

/** Calls `use` with a local copy of the body. Refuses a form, an empty or incomplete body, and one over `maxBytes`. */
export async function withStoredBody<Result>(
  request: Request,
  { storage, maxBytes }: { storage: Storage; maxBytes: number },
  use: (file: string) => Promise<Result>,
): Promise<Result> {
  const body = request.body === null ? Readable.from([]) : Readable.fromWeb(request.body as BodyStream);
  if (readMediaType(request) === 'multipart/form-data') {
    await drainBody(body);
    throw invalidParameter('Content-Type', 'Send the file itself as the body, not in a form.');
  }
  const { key, bytes } = await save(body, { storage, maxBytes });
  try {
    if (bytes === 0) throw invalidParameter('body', 'The body is empty.');
    return await storage.withLocalFile(key, use);
  } finally {
    await storage.remove(key);
  }
}

async function save(
  body: Readable,
  { storage, maxBytes }: { storage: Storage; maxBytes: number },
): Promise<{ key: string; bytes: number }> {
  // Kept open beyond the limit, so that the client can read the response.
  const chunks = Readable.from(body.iterator({ destroyOnReturn: false }), { objectMode: false });
  let isBroken = false;
  body.once('error', () => (isBroken = true));
  try {
    return await storage.save(chunks, { maxBytes });
  } catch (error) {
    if (isBroken) throw invalidParameter('body', 'The body is incomplete.');
    await drainBody(body);
    if (error instanceof TooLarge) throw new Refusal({ kind: 'payload-too-large', maxBytes });
    throw error;
  }
}
