import type { Readable } from 'node:stream';
import { buildConnector, type Agent } from 'undici';
import { AddressRefused } from '#lib/net/check-address';
import { checkUrl } from '#lib/net/check-url';
import { guardedAgent, type MakeConnector } from '#lib/net/guarded-agent';
import type { NetPolicy } from '#lib/net/net-policy';
import type { RequestHeaders } from '#lib/net/request-headers';
import { systemResolver, type Resolver } from '#lib/net/resolve-host';

/** Limits of a request. `connectMs` and `firstByteMs` apply per redirect, `totalMs` from the call to the last byte. */
export interface RequestLimits {
  /** DNS lookup, TCP and TLS together. */
  connectMs: number;
  /** From sending the request to the end of the response's headers, however slowly they arrive. */
  firstByteMs: number;
  /** Between two chunks of the response's body. */
  idleMs: number;
  totalMs: number;
  /** Limit of the response's body. The chunk that exceeds it is not delivered. */
  maxBytes: number;
}

/** A request to an untrusted server: a GET, or a POST if it has a `body`. */
export interface GuardedRequest {
  policy: NetPolicy;
  limits: RequestLimits;
  /** 0 returns redirects as responses. */
  maxRedirects: number;
  headers?: Record<string, string>;
  /** Override `headers`, as long as redirects stay at the URL's origin; names in lower case. */
  originHeaders?: RequestHeaders | undefined;
  body?: string;
  signal?: AbortSignal | undefined;
  resolver?: Resolver | undefined;
  makeConnector?: MakeConnector | undefined;
}

/** A response whose body is still to be read. Header names are in lower case; repeated headers are comma-joined. */
export interface GuardedAnswer {
  /** The URL of the response, after redirects. */
  url: string;
  status: number;
  headers: Record<string, string>;
  body: Readable;
}

const redirects = new Set([301, 302, 303, 307, 308]);
const carriedHeaders = new Set(['accept', 'user-agent', 'range', 'if-range']);

/**
 * Sends a request to an untrusted URL and follows up to `maxRedirects` redirects, each checked like the first and
 * without credentials; returns further redirects, and any of a POST, as the response. Throws `AddressRefused`, the
 * signal's reason, or an error that `explainPeerError` explains. The body must be read to its end or destroyed; it
 * fails if a limit is exceeded. It is never decompressed.
 */
export async function guardedRequest(url: string | URL, request: GuardedRequest): Promise<GuardedAnswer> {
  const { policy, limits, signal } = request;
  signal?.throwIfAborted();
  const agent = guardedAgent({
    policy,
    resolver: request.resolver ?? systemResolver,
    makeConnector: request.makeConnector ?? buildConnector,
    connectMs: limits.connectMs,
    maxBytes: limits.maxBytes,
  });
  let stopped: Error | undefined;
  const stop = (reason: Error) => {
    stopped = reason;
    // Destroying the agent aborts everything at once, including connecting, which undici's own signal waits for.
    void agent.destroy(reason);
  };
  const onAbort = () => stop(asError(signal?.reason));
  const onTime = () =>
    stop(new DOMException('The request took longer than its total limit.', 'TimeoutError'));
  const timer = setTimeout(onTime, limits.totalMs);
  signal?.addEventListener('abort', onAbort, { once: true });
  const finish = () => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    void agent.destroy();
  };
  try {
    const answer = await follow(agent, url, request);
    answer.body.once('close', finish);
    return answer;
  } catch (error) {
    finish();
    throw stopped ?? error;
  }
}

async function follow(agent: Agent, url: string | URL, request: GuardedRequest): Promise<GuardedAnswer> {
  const maxRedirects = request.body === undefined ? request.maxRedirects : 0;
  let target = url;
  let headers = request.headers ?? {};
  let { originHeaders } = request;
  for (let followed = 0; ; followed++) {
    const reason = checkUrl(target, request.policy);
    if (reason !== undefined) throw new AddressRefused(reason);
    const from = new URL(target);
    const answer = await send(agent, from, { ...request, headers: { ...headers, ...originHeaders } });
    const { location } = answer.headers;
    if (!redirects.has(answer.status) || location === undefined || followed === maxRedirects) {
      return answer;
    }
    answer.body.destroy();
    if (!URL.canParse(location, from)) throw new AddressRefused('The URL redirects to an invalid URL.');
    target = new URL(location, from);
    if (target.origin !== from.origin) originHeaders = undefined;
    headers = Object.fromEntries(
      Object.entries(headers).filter(([name]) => carriedHeaders.has(name.toLowerCase())),
    );
  }
}

async function send(
  agent: Agent,
  url: URL,
  { headers, body, limits }: GuardedRequest,
): Promise<GuardedAnswer> {
  const answer = await agent.request({
    origin: url.origin,
    path: `${url.pathname}${url.search}`,
    method: body === undefined ? 'GET' : 'POST',
    headers: { ...headers, 'accept-encoding': 'identity' },
    body: body ?? null,
    headersTimeout: limits.firstByteMs,
    bodyTimeout: limits.idleMs,
  });
  // An error before the body is read must not crash the process; the reader still gets it.
  answer.body.on('error', () => {});
  const decoded = Object.entries(answer.headers).map(([name, value]) => [name, decodeHeader(value)]);
  return {
    url: url.href,
    status: answer.statusCode,
    headers: Object.fromEntries(decoded),
    body: answer.body,
  };
}

/** Servers send names and addresses in UTF-8 or Latin-1; undici assumes the latter. */
function decodeHeader(value: string | string[] | undefined): string {
  const text = [value ?? []].flat().join(', ');
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.from(text, 'latin1'));
  } catch {
    return text;
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('The request was aborted.', { cause: reason });
}
