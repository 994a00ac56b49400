import type { IncomingMessage, ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ReadableStream } from 'node:stream/web';
import { answerTicket } from '#app/media/answer-ticket';

const folder = '/media/';

/** True for requests for media by a signed URL. */
export function isForMedia({ url = '' }: IncomingMessage): boolean {
  return url.startsWith(folder);
}

/** Serves media outside Next.js, which drops the `Content-Length` that players need to seek. */
export async function serveMedia(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method = 'GET', url = '' } = request;
  if (method !== 'GET' && method !== 'HEAD') {
    response.writeHead(405, { allow: 'GET, HEAD' }).end();
    return;
  }
  const headers = new Headers();
  for (const name of ['range', 'if-range', 'if-none-match']) {
    const value = request.headers[name];
    if (typeof value === 'string') headers.set(name, value);
  }
  const ticket = url.slice(folder.length).split('?', 1)[0] ?? '';
  const answer = await answerTicket({ method, headers }, ticket);
  response.writeHead(answer.status, Object.fromEntries(answer.headers));
  if (answer.body === null) {
    response.end();
    return;
  }
  // A client that disconnects during playback is not an error.
  await pipeline(Readable.fromWeb(answer.body as ReadableStream), response).catch(() => {});
}
