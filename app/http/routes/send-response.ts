import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream, ReadableStreamDefaultReader } from 'node:stream/web';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import Negotiator from 'negotiator';
import { findText } from '#lib/api/json-response';

const compress = promisify(gzip);

/** Compression saves next to nothing below this size. */
const minCompressedBytes = 1024;

const compressible = /^(?:text\/|application\/(?:[\w.-]+\+)?json\b)/;

type Reader = ReadableStreamDefaultReader<Uint8Array>;

/** A request and its response. */
interface Exchange {
  request: IncomingMessage;
  response: ServerResponse;
}

/** Sends a route file's response: complete ones with length and compression, streams with backpressure. */
export async function sendResponse(answer: Response, { request, response }: Exchange): Promise<void> {
  response.statusCode = answer.status;
  for (const [name, value] of answer.headers) {
    if (name === 'set-cookie') response.appendHeader(name, value);
    else response.setHeader(name, value);
  }
  const known = findText(answer);
  if (known !== undefined) return sendWhole(known, { request, response });
  if (answer.body === null) {
    response.end();
    return;
  }
  const reader = (answer.body as ReadableStream<Uint8Array>).getReader();
  response.once('close', () => void reader.cancel().catch(() => {}));
  const first = await reader.read();
  const following = reader.read();
  // A body made of a string or bytes ends within this turn.
  const isStream = first.done ? false : (await Promise.race([following, nextTurn()]))?.done !== true;
  if (!isStream) return sendWhole(first.value ?? new Uint8Array(), { request, response });
  const chunks = follow(reader, [first, following], () => breakOff(response));
  // A stream that fails also breaks off the response.
  await pipeline(Readable.from(chunks), response).catch(() => {});
}

async function sendWhole(whole: string | Uint8Array, { request, response }: Exchange): Promise<void> {
  const type = String(response.getHeader('content-type') ?? '');
  const mayCompress = Buffer.byteLength(whole) >= minCompressedBytes && compressible.test(type);
  if (mayCompress) response.appendHeader('vary', 'Accept-Encoding');
  if (!mayCompress || !takesGzip(request)) {
    response.end(whole);
    return;
  }
  const compressed = await compress(whole);
  response.setHeader('content-encoding', 'gzip');
  response.end(compressed);
}

function takesGzip(request: IncomingMessage): boolean {
  if (request.headers['accept-encoding'] === undefined) return false;
  return new Negotiator(request).encodings(['gzip', 'identity'])[0] === 'gzip';
}

async function* follow(
  reader: Reader,
  begun: Array<Awaited<ReturnType<Reader['read']>> | ReturnType<Reader['read']>>,
  fail: () => Promise<void>,
): AsyncGenerator<Uint8Array> {
  try {
    for (;;) {
      const read = await (begun.shift() ?? reader.read());
      if (read.done) return;
      yield read.value;
    }
  } catch (error) {
    await fail();
    throw error;
  }
}

/**
 * Closes the connection of a response that can't be completed. Without chunked encoding, as in HTTP/1.0, the end of the
 * connection ends the body, so only a reset tells the client, or a proxy such as nginx, that data is missing. A reset
 * discards pending output, so it isn't used where the missing last chunk tells.
 */
async function breakOff(response: ServerResponse): Promise<void> {
  // Data written in this turn is flushed when it ends.
  await nextTurn();
  if (!response.chunkedEncoding) response.socket?.resetAndDestroy();
}
