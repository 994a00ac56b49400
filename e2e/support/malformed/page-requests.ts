import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { connect as openSocket } from 'node:net';
import * as fc from 'fast-check';
import { ceilingMs } from '#e2e/support/wait';

/*
 * Malformed requests to every page, route, and action of the build, from strangers and from an account, written to raw
 * sockets.
 */

/** The target of the requests: the address, the signed-in cookie, and the paths and actions it has. */
export interface Site {
  baseUrl: string;
  cookie: string;
  paths: string[];
  actions: Array<{ id: string; path: string }>;
}

async function readManifest<T>(name: string): Promise<T> {
  return JSON.parse(await readFile(`.next/server/${name}`, 'utf8')) as T;
}

/** Reads the paths of all pages and routes of the build, with parameters as `[name]`. */
export async function readPaths(): Promise<string[]> {
  const files = Object.keys(await readManifest<object>('app-paths-manifest.json'));
  return files.filter((file) => !file.startsWith('/_')).map(toPath);
}

/** Reads the actions of the build, each with the path of a page that has it. */
export async function readActions(): Promise<Array<{ id: string; path: string }>> {
  const { node } = await readManifest<{ node: Record<string, { workers: object }> }>(
    'server-reference-manifest.json',
  );
  return Object.entries(node).map(([id, { workers }]) => ({
    id,
    path: toPath((Object.keys(workers)[0] ?? '').replace(/^app/, '')),
  }));
}

function toPath(file: string): string {
  return file.replaceAll(/\/\([^)]*\)/g, '').replace(/\/(page|route)$/, '') || '/';
}

const text = fc.oneof(
  fc.constantFrom(
    '',
    '0',
    '-1',
    '1e99',
    '../..',
    'x'.repeat(300),
    'x'.repeat(3000),
    '\u0000',
    'a\u0000b',
    '🎤',
  ),
  fc.constantFrom('null', '__proto__', '12.50', 'ann@longhand.example', '"', '<b>', '\ud800', '٣'),
  fc.string({ unit: 'binary', maxLength: 40 }),
);
const part = fc.oneof(
  fc.stringMatching(/^[\w-]{1,64}$/),
  fc.constantFrom('%00', '..', '%2e%2e', '%2F', '%', '%ff', 'x'.repeat(22), 'x'.repeat(3000)),
  text.map((given) => encodeURIComponent(String(Buffer.from(given)))),
);
const names = [
  'email',
  'password',
  'name',
  'token',
  'id',
  'page',
  'search',
  'sort',
  'callbackUrl',
  'next',
  'error',
];
const query = fc.array(fc.tuple(fc.constantFrom(...names), part), { maxLength: 3 });
const method = fc.constantFrom(
  'GET',
  'GET',
  'GET',
  'POST',
  'POST',
  'PUT',
  'PATCH',
  'DELETE',
  'HEAD',
  'OPTIONS',
  'TRACE',
);

const value: fc.Arbitrary<unknown> = fc.oneof(
  text,
  fc.constantFrom(null, true, 0, -5, 1e21, [], {}),
  fc.dictionary(
    fc.constantFrom(...names, 'chosen', 'current', 'amount', 'permission'),
    fc.oneof(text, fc.jsonValue()),
  ),
);
const json = fc.array(value, { maxLength: 3 }).map((given) => JSON.stringify(given));
const body = fc.oneof(
  json,
  fc.constantFrom('', '[', '{"a":', '["$F1"]', '["$K1"]', '["$undefined"]', '--b\r\n\r\nx\r\n', '--b--\r\n'),
  fc.string({ unit: 'binary', maxLength: 200 }),
);
const type = fc.constantFrom(
  'text/plain;charset=UTF-8',
  'text/plain;charset=UTF-8',
  'application/json',
  'multipart/form-data',
  'multipart/form-data; boundary=b',
  'multipart/form-data; boundary=',
  'application/x-www-form-urlencoded',
  ';',
);
const header = fc.constantFrom(
  'Origin: http://evil.example',
  'Origin: null',
  'RSC: 1',
  'Next-Router-Prefetch: 1',
  'Next-Router-State-Tree: x',
  'X-Forwarded-Host: <b>',
  'X-Forwarded-Proto: ftp',
  'X-Forwarded-For: x',
  'Range: bytes=9-1',
  'If-Match: x',
  'Accept: */*;q=x',
  'Accept-Language: ,;',
  'Tus-Resumable: 1.0.0',
  'Upload-Length: -1',
  'Upload-Offset: x',
);

/** Malformed requests to pages, routes, and actions. */
export const pageRequests = fc.record({
  path: fc.nat(),
  special: fc.option(
    fc.constantFrom(
      '*',
      '//',
      '/V1/jobs',
      '/v1/../jobs',
      '/v1/x',
      '/api',
      '/API/v1',
      '/_next/image?url=x&w=64&q=1',
      '/_next/x',
      '/api/auth/csrf?callbackUrl=0',
      '/api/auth/signin',
      '/media/x',
      '/http://x',
      '/?%00',
      '/\\x',
    ),
    { nil: undefined, freq: 8 },
  ),
  method,
  parts: fc.array(part, { minLength: 4, maxLength: 4 }),
  query,
  action: fc.option(
    fc.oneof({ weight: 8, arbitrary: fc.nat() }, { weight: 1, arbitrary: fc.constant('x') }),
    {
      nil: undefined,
      freq: 2,
    },
  ),
  isSignedIn: fc.boolean(),
  type,
  headers: fc.array(header, { maxLength: 2 }),
  body,
});
/** One of these requests. */
export type PageRequest = typeof pageRequests extends fc.Arbitrary<infer T> ? T : never;

/** Returns the request as bytes, and the path that it asks for. */
export function writeRequest(
  { baseUrl, cookie, paths, actions }: Site,
  given: PageRequest,
): { target: string; bytes: Buffer } {
  const action = typeof given.action === 'number' ? actions[given.action % actions.length] : undefined;
  let n = 0;
  const path = (action?.path ?? paths[given.path % paths.length] ?? '/').replaceAll(
    /\[{1,2}[^\]]+\]{1,2}/g,
    () => given.parts[n++] ?? '',
  );
  const search = given.query.map(([name, value]) => `${name}=${value}`).join('&');
  const target = (action === undefined ? given.special : undefined) ?? `${path}${search && `?${search}`}`;
  const body = Buffer.from(given.body);
  const lines = [
    `${given.action === undefined ? given.method : 'POST'} ${target} HTTP/1.1`,
    `Host: ${new URL(baseUrl).host}`,
    'Connection: close',
    `Content-Type: ${given.type}`,
    `Content-Length: ${body.length}`,
    ...given.headers,
    ...(given.isSignedIn ? [`Cookie: ${cookie}`] : []),
    ...(given.action === undefined ? [] : [`Next-Action: ${action?.id ?? given.action}`]),
  ];
  return { target, bytes: Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`), body]) };
}

/** Sends the bytes; returns the raw answer, of an endless stream only the beginning. */
export function sendBytes({ baseUrl }: Pick<Site, 'baseUrl'>, bytes: Buffer): Promise<string> {
  return new Promise((resolve, reject) => {
    const signal = AbortSignal.timeout(ceilingMs);
    const socket = openSocket({ port: Number(new URL(baseUrl).port), host: '127.0.0.1', signal });
    let answer = '';
    socket.on('data', (chunk) => {
      answer += String(chunk);
      if (/^content-type: text\/event-stream/im.test(answer)) socket.destroy();
    });
    socket.on('error', (error: NodeJS.ErrnoException) => {
      if (signal.aborted) reject(new Error(`no answer to ${JSON.stringify(String(bytes))}`));
      else if (error.code !== 'ECONNRESET' && error.code !== 'EPIPE') reject(error);
    });
    socket.on('close', () => resolve(answer));
    socket.write(bytes);
  });
}

/** Fails on a server error, or if a path below an API was answered with a page. */
export function assertPageAnswer({ target, bytes }: { target: string; bytes: Buffer }, answer: string): void {
  const summary = `${JSON.stringify(String(bytes))}: ${answer.slice(0, 400)}`;
  const status = Number(answer.split(' ')[1] ?? 0);
  assert.ok(status < 500, summary);
  // The problem pages are below the API, for people.
  if (!/^\/(v1|api)(\/|$)/i.test(target) || target.startsWith('/api/v1/errors/')) return;
  assert.doesNotMatch(answer, /<!doctype|<html/i, summary);
}
