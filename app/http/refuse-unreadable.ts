import { type IncomingMessage, type ServerResponse, STATUS_CODES } from 'node:http';
import contentType from 'content-type';
import type { Duplex } from 'node:stream';
import { findRoute } from '#app/http/routes/find-route';
import type { Unreadable } from '#lib/api/dialects/dialect';
import { findDialect, leadsNowhere, leadsToApi } from '#lib/api/dialects/paths';
import { newId } from '#lib/ids/new-id';
import { logRequest } from '#lib/settings/log';

const verbs = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** Node.js's statuses for parser errors; all others get 400. */
const statuses: Readonly<Record<string, number>> = {
  HPE_HEADER_OVERFLOW: 431,
  HPE_CHUNK_EXTENSIONS_OVERFLOW: 413,
  ERR_HTTP_REQUEST_TIMEOUT: 408,
};

/** Safe methods (RFC 9110 9.2.1). */
const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Answers, as a problem, requests that Next.js would answer with a 500, an empty body or, below an API, a page: such as
 * an invalid escape in the path or an unknown method; and cross-site requests that could change something with the
 * user's cookie. Returns true if it has answered.
 */
export function refuseUnreadable(request: IncomingMessage, response: ServerResponse): boolean {
  const refused = findRefusal(request);
  if (refused === undefined) return false;
  if (refused.status === 405) void refuseMethod(request, response, refused);
  else send(request, response, refused);
  return true;
}

function send({ url = '/' }: IncomingMessage, response: ServerResponse, refused: Unreadable): void {
  const dialect = findDialect(url);
  response.writeHead(refused.status, { 'content-type': dialect.contentType });
  response.end(JSON.stringify(dialect.body(dialect.unreadable(refused))));
}

/** Only the API's route file knows which methods a path supports. */
async function refuseMethod(
  request: IncomingMessage,
  response: ServerResponse,
  refused: Unreadable,
): Promise<void> {
  const { url = '/' } = request;
  const allowed = await readAllowed(url).catch(() => undefined);
  response.setHeader('allow', allowed ?? allowedAt(url).join(', '));
  send(request, response, refused);
}

async function readAllowed(url: string): Promise<string | null | undefined> {
  const route = await findRoute({ method: 'GET', url })?.load();
  const asked = new Request('http://localhost/', { method: 'OPTIONS' });
  const answer = await route?.OPTIONS(asked, { params: Promise.resolve({}) });
  return answer?.headers.get('allow');
}

/** The target as a path: clients may include the server (RFC 9112 3.2.2). */
export function toOriginForm(target: string): string {
  return target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/^(?=[?#]|$)/, '/');
}

function findRefusal({ method = '', url = '/', headers }: IncomingMessage): Unreadable | undefined {
  if (!allowedAt(url).includes(method)) {
    return { status: 405, title: 'Method Not Allowed', detail: 'Method not allowed.' };
  }
  if (!url.startsWith('/')) return badRequest('The request target must be a path.');
  if (!isDecodable(url)) return badRequest('Invalid percent-encoding.');
  if (leadsNowhere(url)) return nowhere;
  if (leadsToApi(url)) return undefined;
  if (/^[^?]*%00/.test(url)) return nowhere;
  if (url.includes('%00')) return badRequest('The query contains a NUL character.');
  if (!isRouterState(headers['next-router-state-tree'])) {
    return badRequest('Invalid router state.');
  }
  if (isForeign({ method, headers })) {
    return { status: 403, title: 'Forbidden', detail: 'Cross-site requests are not allowed.' };
  }
  if (method !== 'POST') return undefined;
  if (lacksBoundary(headers['content-type'])) {
    return badRequest('The multipart Content-Type has no boundary.');
  }
  if (headers['next-action'] === undefined) return undefined;
  return isReadAsAction(headers['content-type'])
    ? undefined
    : badRequest('Content-Type must be text/plain or multipart/form-data.');
}

const nowhere: Unreadable = { status: 404, title: 'Not Found', detail: 'Path not found.' };

function badRequest(detail: string): Unreadable {
  return { status: 400, title: 'Bad Request', detail };
}

function allowedAt(url: string): string[] {
  return url.startsWith('/_next/') ? ['GET', 'HEAD'] : verbs;
}

function isDecodable(url: string): boolean {
  try {
    decodeURIComponent(url.split('?', 1)[0] ?? '');
    return true;
  } catch {
    return false;
  }
}

/** True if Next.js will accept the router state: a segment and its children, as escaped JSON. */
function isRouterState(header: string | string[] | undefined): boolean {
  if (header === undefined) return true;
  if (Array.isArray(header) || header.length > 40_000) return false;
  try {
    const state: unknown = JSON.parse(decodeURIComponent(header));
    return Array.isArray(state) && typeof state[1] === 'object' && state[1] !== null;
  } catch {
    return false;
  }
}

function lacksBoundary(type: string | undefined): boolean {
  if (type === undefined || !/^\s*multipart\//i.test(type)) return false;
  try {
    return !contentType.parse(type).parameters['boundary'];
  } catch {
    return true;
  }
}

function isReadAsAction(type: string | undefined): boolean {
  return /^\s*(text\/plain|multipart\/form-data)\s*(;|$)/i.test(type ?? '');
}

/** Answers and logs requests that Node.js couldn't parse in time. A request cut off midway has its own log line. */
export function refuseUnparsable(error: NodeJS.ErrnoException, socket: Duplex): void {
  const { code = '' } = error;
  const { _httpMessage: underWay } = socket as { _httpMessage?: ServerResponse | null };
  if (socket.writable && underWay?.headersSent !== true) {
    const status = statuses[code] ?? 400;
    socket.write(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\nConnection: close\r\n\r\n`);
    const isRequest = code.startsWith('HPE_') || code === 'ERR_HTTP_REQUEST_TIMEOUT';
    if (isRequest && !underWay) logRequest({ requestId: newId(), status, milliseconds: 0, problem: code });
  }
  // Flush pending output before the connection is destroyed.
  socket.end(() => socket.destroy());
}

/** True if another site's page requests a change, by `Sec-Fetch-Site` or `Origin`; other clients send neither. */
export function isForeign({ method = '', headers }: Pick<IncomingMessage, 'method' | 'headers'>): boolean {
  if (safeMethods.has(method)) return false;
  const { 'sec-fetch-site': site, 'next-action': action } = headers;
  if (site !== undefined && site !== 'same-origin' && site !== 'none') return true;
  // Next.js compares an action's origin itself, but answers a mismatch with 500.
  return (site === undefined || action !== undefined) && isOfOtherHost(headers);
}

function isOfOtherHost({ origin, host, 'x-forwarded-host': forwarded }: IncomingMessage['headers']): boolean {
  if (origin === undefined) return false;
  const own = [forwarded].flat()[0] ?? host;
  return !URL.canParse(origin) || new URL(origin).host !== own;
}
