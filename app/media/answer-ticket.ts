import { streamFile } from '#app/media/stream-file';
import { database } from '#lib/db/database';
import { env } from '#lib/settings/env';
import { findRendition } from '#lib/renditions/renditions';
import { sniffedBytes, sniffMediaType } from '#lib/renditions/sniff-media-type';
import { readMediaTicket } from '#lib/renditions/media-ticket';
import { readRange } from '#app/media/read-range';
import { readSecret } from '#lib/settings/secret';
import type { Storage } from '#lib/storage/storage';
import { openStorage } from '#lib/storage/open-storage';

/** Answers a request for the rendition behind a signed URL: all of it, a range, or its headers. */
export async function answerTicket(
  request: Pick<Request, 'method' | 'headers'>,
  ticketText: string,
): Promise<Response> {
  const { db } = database();
  const ticket = readMediaTicket(await readSecret(env()), ticketText, new Date());
  const found = ticket && (await findRendition(db, ticket));
  const storage = openStorage();
  const size = found && (await storage.getSize(found.key));
  if (ticket === undefined || found === undefined || size === undefined) return refuse(404);

  const etag = `"${found.key}"`;
  const headers = {
    'accept-ranges': 'bytes',
    'cache-control': 'private, no-cache, no-transform',
    'content-disposition': 'inline',
    'content-type': found.type ?? (await readType(storage, found.key, size)),
    etag,
  };
  if (names(request.headers.get('if-none-match'), etag)) return new Response(null, { status: 304, headers });
  const isSame = (request.headers.get('if-range') ?? etag) === etag;
  const range = isSame ? readRange(request.headers.get('range'), size) : 'whole';
  if (range === 'unsatisfiable') return refuse(416, { 'content-range': `bytes */${size}` });

  const { start, end } = range === 'whole' ? { start: 0, end: size - 1 } : range;
  const isAllowed = async () => (await findRendition(db, ticket))?.key === found.key;
  const body =
    request.method === 'HEAD' ? null : streamFile(storage.read(found.key, { start, end }), isAllowed);
  const length = { 'content-length': String(end - start + 1) };
  if (range === 'whole') return new Response(body, { status: 200, headers: { ...headers, ...length } });
  const part = { ...length, 'content-range': `bytes ${start}-${end}/${size}` };
  return new Response(body, { status: 206, headers: { ...headers, ...part } });
}

/** The media type of an uploaded recording: audio or video, or none, but never that of a page. */
async function readType(storage: Storage, key: string, size: number): Promise<string> {
  const parts: Uint8Array[] = [];
  if (size > 0) {
    const end = Math.min(size, sniffedBytes) - 1;
    for await (const part of storage.read(key, { start: 0, end })) parts.push(part);
  }
  return sniffMediaType(Buffer.concat(parts));
}

/** True if an `If-None-Match` header includes this tag. */
export function names(header: string | null, etag: string): boolean {
  return (header ?? '').split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag);
}

function refuse(status: 404 | 416, headers: Record<string, string> = {}): Response {
  return new Response(null, { status, headers: { 'cache-control': 'no-store', ...headers } });
}
