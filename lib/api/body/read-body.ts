import { Readable } from 'node:stream';
import type { ReadableStream as BodyStream } from 'node:stream/web';
import { parse as parseContentType } from 'content-type';
import { invalidParameter, Refusal } from '#lib/refusal';

/** Returns the media type of a request's body, in lower case, without parameters; undefined if missing or malformed. */
export function readMediaType(request: Request): string | undefined {
  try {
    return parseContentType(request.headers.get('content-type') ?? '').type;
  } catch {
    return undefined;
  }
}

/** Exceeds the longest JSON needed: a full vocabulary with every character escaped. */
export const maxJsonBytes = 768 * 1024;

/** Reads a request's body as text. Refuses one longer than `maxBytes`, and, as `parameter`, an incomplete one. */
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
    // The client disconnected, or its body was cut off.
    throw invalidParameter(parameter, 'The body is incomplete.');
  }
  return decodeText(Buffer.concat(chunks));
}

/** Decodes a body as UTF-8, or by its byte order mark, which RFC 8259, 8.1 permits to ignore and Windows writes. */
export function decodeText(bytes: Uint8Array): string {
  const [first, second] = bytes;
  if (first === 0xff && second === 0xfe) return new TextDecoder('utf-16le').decode(bytes);
  if (first === 0xfe && second === 0xff) return new TextDecoder('utf-16be').decode(bytes);
  return new TextDecoder().decode(bytes);
}

/** Reads the members of a JSON body. Refuses other content types, anything but a JSON object, and long bodies. */
export async function readJsonBody(request: Request): Promise<Record<string, unknown>> {
  if (readMediaType(request) !== 'application/json') {
    throw invalidParameter('Content-Type', 'Content-Type must be application/json.');
  }
  const text = await readText(request, { maxBytes: maxJsonBytes, parameter: 'body' });
  const value = parse(text);
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw invalidParameter('body', 'The body must be a JSON object.');
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalidParameter('body', 'The body is not valid JSON.');
  }
}

/** Limits on reading a refused body before it is answered. */
const hearing = { bytes: 32 * 1024 * 1024, milliseconds: 2000 };

/** Reads a refused body for a moment: most clients read the response only after sending everything. */
export async function drainBody(body: Readable): Promise<void> {
  const timer = setTimeout(() => body.destroy(), hearing.milliseconds).unref();
  let bytes = 0;
  try {
    for await (const chunk of body.iterator({ destroyOnReturn: false }) as AsyncIterable<Uint8Array>) {
      bytes += chunk.length;
      if (bytes > hearing.bytes) break;
    }
  } catch {
    // The client disconnected, or the time is up.
  }
  if (body.readableEnded || body.destroyed) clearTimeout(timer);
  else body.on('error', () => {}).resume();
}
