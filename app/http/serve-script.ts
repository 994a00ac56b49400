import { readFile } from 'node:fs/promises';
import type { IncomingMessage, ServerResponse } from 'node:http';
import path from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants } from 'node:zlib';
import Negotiator from 'negotiator';

/* Next.js only uses gzip; Brotli saves a tenth on scripts and styles. Named by hash, each is compressed once. */

const types: Readonly<Record<string, string>> = {
  '.js': 'application/javascript; charset=UTF-8',
  '.css': 'text/css; charset=UTF-8',
};
const compress = promisify(brotliCompress);
const compressed = new Map<string, Buffer>();

/** Answers requests for build scripts and styles with Brotli. Returns false if it leaves the request to Next.js. */
export async function serveScript(
  request: IncomingMessage,
  response: ServerResponse,
  folder = path.resolve('.next/static/chunks'),
): Promise<boolean> {
  const name = /^\/_next\/static\/chunks\/([\w~-][\w~.-]*\.(?:js|css))$/.exec(request.url ?? '')?.[1];
  if (name === undefined || request.method !== 'GET' || request.headers.range !== undefined) return false;
  if (!new Negotiator(request).encodings(['br']).includes('br')) return false;
  const body = await compressedFile(path.join(folder, name)).catch(() => undefined);
  if (body === undefined) return false;
  response.writeHead(200, {
    'content-type': types[path.extname(name)],
    'content-encoding': 'br',
    'content-length': body.length,
    'cache-control': 'public, max-age=31536000, immutable',
    vary: 'Accept-Encoding',
  });
  response.end(body);
  return true;
}

async function compressedFile(file: string): Promise<Buffer> {
  const known = compressed.get(file);
  if (known !== undefined) return known;
  const body = await compress(await readFile(file), {
    // Quality 11 would be slow for the first request.
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 9,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
    },
  });
  compressed.set(file, body);
  return body;
}
