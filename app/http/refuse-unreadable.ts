import type { IncomingMessage, ServerResponse } from 'node:http';
import contentType from 'content-type';
import { findRoute } from '#app/http/routes/find-route';
import { isForeign } from '#app/http/is-foreign';
import { asr, isNowhereInAsr } from '#lib/api/asr/errors';
import type { Dialect, Unreadable } from '#lib/api/dialects/dialect';
import { mcp } from '#lib/api/mcp/errors';
import { openAi } from '#lib/api/openai/errors';
import { revAi } from '#lib/api/revai/errors';

const verbs = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/**
 * Answers, as a problem, the requests that Next itself meets with a 500, an empty answer or, below an API, a page: such
 * as a path with a faulty escape or a verb that it does not know; and whatever another site asks for that could change something,
 * with the cookie of who is signed in. Returns whether it has answered.
 */
export function refuseUnreadable(request: IncomingMessage, response: ServerResponse): boolean {
  const refused = findRefusal(request);
  if (refused === undefined) return false;
  if (refused.status === 405) void refuseMethod(request, response, refused);
  else send(request, response, refused);
  return true;
}

function send({ url = '/' }: IncomingMessage, response: ServerResponse, refused: Unreadable): void {
  const { type, body } = toAnswer(url, refused);
  response.writeHead(refused.status, { 'content-type': type });
  response.end(JSON.stringify(body));
}

/** Only the route file of a path of the API knows what is possible there. */
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

/** The answer in the words of the API or dialect that the path belongs to. */
function toAnswer(url: string, refused: Unreadable): { type: string; body: object } {
  return (
    answerOf(asr, url, refused) ??
    answerOf(mcp, url, refused) ??
    answerOf(openAi, url, refused) ??
    answerOf(revAi, url, refused) ?? {
      type: 'application/problem+json; charset=utf-8',
      body: { type: 'about:blank', ...refused },
    }
  );
}

function answerOf<Facts extends { status: number }>(
  dialect: Dialect<Facts>,
  url: string,
  refused: Unreadable,
): { type: string; body: object } | undefined {
  if (!dialect.isPath(url)) return undefined;
  return { type: dialect.contentType, body: dialect.body(dialect.unreadable(refused)) };
}

/** The target as a path: a client may name the server in it, too (RFC 9112 3.2.2). */
export function toOriginForm(target: string): string {
  return target.replace(/^https?:\/\/[^/?#]*/i, '').replace(/^(?=[?#]|$)/, '/');
}

/**
 * The target with single slashes where it leads to an API: a client whose base address ends with one doubles it, and could not
 * follow a redirect with a recording that it streams, nor a browser with a preflight.
 */
export function mergeSlashes(target: string): string {
  const [path = ''] = target.split('?', 1);
  return isApi(path) || mcp.isPath(path) || asr.isPath(path)
    ? path.replaceAll(/\/{2,}/g, '/') + target.slice(path.length)
    : target;
}

function findRefusal({ method = '', url = '/', headers }: IncomingMessage): Unreadable | undefined {
  if (!allowedAt(url).includes(method)) {
    return { status: 405, title: 'Method Not Allowed', detail: 'Method not allowed.' };
  }
  if (!url.startsWith('/')) return badRequest('The request target must be a path.');
  if (!isDecodable(url)) return badRequest('Invalid percent-encoding.');
  if (isNowhereInApi(url) || isNowhereInAsr(url)) return nowhere;
  if (isApi(getPath(url)) || mcp.isPath(url)) return undefined;
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

/** The path as Next takes it: with dots and backslashes resolved. */
function getPath(url: string): string {
  return new URL(`http://localhost${url}`).pathname;
}

function isApi(path: string): boolean {
  return /^\/+(?:(?:api\/+)?v1|speechtotext)(\/|$)/.test(path);
}

/** True if the path is spelled like one of an API, but leads to none. */
function isNowhereInApi(url: string): boolean {
  const path = getPath(url);
  // Of this dialect there is one path.
  if (mcp.isPath(url)) return !/^\/mcp\/?$/.test(path);
  if (/^[/\\]+(?:(?:api[/\\]+)?v1|speechtotext)([/\\?#]|$)/i.test(url) && !isApi(path)) return true;
  return /^\/+api(\/|$)/i.test(path) && !/^\/+api\/+(auth|stripe|v1)(\/|$)/.test(path);
}

/** True if Next will accept the state of the browser's router: a segment and its children, as escaped JSON. */
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
