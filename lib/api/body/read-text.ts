import { Readable } from 'node:stream';
import type { ReadableStream as BodyStream } from 'node:stream/web';
import { drainBody } from '#lib/api/body/drain-body';
import { invalidParameter, Refusal } from '#lib/refusal';

/** More than the longest JSON can need: a full vocabulary with every character escaped. */
export const maxJsonBytes = 768 * 1024;

/** The body of a request as text. Refuses one longer than `maxBytes`, and, as `parameter`, one that breaks off. */
export async function readText(
  request: Request,
  { maxBytes, parameter = 'options' }: { maxBytes: number; parameter?: string },
): Promise<string> {
  const body = request.body === null ? Readable.from([]) : Readable.fromWeb(request.body as BodyStream);
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes > maxBytes) throw new Refusal({ kind: 'payload-too-large', maxBytes });
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof Refusal) {
      await drainBody(body);
      throw error;
    }
    // The client disconnected, or its body broke off.
    throw invalidParameter(parameter, 'The body is incomplete.');
  }
  return decodeText(Buffer.concat(chunks));
}

/** A body's text: UTF-8, or as its byte order mark says, which RFC 8259, 8.1 lets be ignored and Windows writes. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder().decode(bytes);
}
