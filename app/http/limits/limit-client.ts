import type { IncomingMessage, ServerResponse } from 'node:http';
import { beginInTurn } from '#app/http/limits/begin-in-turn';
import type { Exchange } from '#app/http/observe-request';
import { readSessionCookie } from '#app/http/session-cookie';
import {
  countRequest,
  countStream,
  maxStreamsPerClient,
  maxStreamsPerNetwork,
  type Counted,
} from '#lib/api/limits/count-client';
import { findWait, isKnown } from '#lib/api/limits/look-up-credential';
import { messagePage } from '#lib/api/v1/problems/problem-page';
import { isToken } from '#lib/ids/link-token';
import { clientAddressHeader, toNetwork } from '#lib/net/client-address';
import { withLocale } from '#lib/messages/with-locale';
import { readLocale } from '#app/locale/request-locale';
import { secureAnswer } from '#app/http/content-security';
import { env } from '#lib/settings/env';
import * as texts from '#messages/errors';

/** A class or team may share a link, so it has multiples of one person's limits, per network and in total. */
const perLinkAndNetwork = 4;
const perLink = 10;

/** Build files, pictures and sounds are nearly free, so they aren't counted. */
const isFile = /^\/(?:_next\/static\/|[\w.-]+\.(?:svg|ico|png|mp3|webmanifest|txt)(?:\?|$))/;
/** The multiple of the pages' limit for chunked uploads and seeking players. Real use must never reach it. */
const transfers = /^\/(?:jobs\/uploads|media)(?:\/|\?|$)/;
const perTransfer = 10;
const ofTicket = /^\/media\/([^/?#]+)/;
const ofLink = /^\/editor\/(?:data|shared)\/([^/?#]+)/;
const isStream = /^\/(?:jobs|editor\/data\/[^/?#]+)\/events\/?(?:\?|$)/;

/** The client of a request, identified from memory. Its keys count requests and streams. */
interface Client {
  network: string;
  requests: [Counted, ...Counted[]];
  streams: Counted[];
  /** The share link token in the path, unless it was looked up recently. */
  unknownLink: boolean;
}

/**
 * Counts a request for a page, an editor or a stream before any query or rendering, and answers 429 if its session,
 * link or network has used up its requests per minute or its streams. Otherwise calls `answer`, a few at once per
 * client and route. `route` is the path's pattern, if known.
 */
export function limitClient(
  { request, response }: Exchange,
  route: string | undefined,
  answer: () => void,
): void {
  const url = request.url ?? '/';
  if (isFile.test(url)) return answer();
  const client = identify(request, env().requestsPerMinute);
  const wait = client.unknownLink ? findWait(client.network) : undefined;
  const retryAfterSeconds = wait ?? countRequest(client.requests) ?? openStream(url, client, response);
  if (retryAfterSeconds === undefined) {
    // A chunk of an upload takes as long as its network needs.
    if (isTransfer(request) && /^P(?:ATCH|OST)$/.test(request.method ?? '')) return answer();
    // Guests behind one address each have their own ticket.
    const turn = ofTicket.exec(url)?.[1] ?? route ?? '';
    return beginInTurn(`${client.requests[0].key} ${turn}`, response, answer);
  }
  withLocale(readLocale(request), () => refuse(request, response, retryAfterSeconds));
}

/** PUT sends an upload's options, not its data. */
function isTransfer({ url = '/', method }: IncomingMessage): boolean {
  return transfers.test(url) && method !== 'PUT';
}

function identify(request: IncomingMessage, perMinute: number): Client {
  const { url = '/', headers } = request;
  const network = toNetwork(String(headers[clientAddressHeader] ?? 'unknown'));
  const token = ofLink.exec(url)?.[1];
  const link = token !== undefined && isToken(token) ? token : undefined;
  const cookie = readSessionCookie(headers.cookie);
  const ofNetwork = { key: `network ${network}`, limit: maxStreamsPerNetwork };
  if (link !== undefined) {
    const key = `link ${link}`;
    const streams = [
      { key: `${key} ${network}`, limit: perLinkAndNetwork * maxStreamsPerClient },
      { key, limit: perLink * maxStreamsPerClient },
      ofNetwork,
    ];
    if (isKnown({ kind: 'link', secret: link })) {
      const requests: Client['requests'] = [
        { key: `${key} ${network}`, limit: perLinkAndNetwork * perMinute },
        { key, limit: perLink * perMinute },
      ];
      return { network, requests, streams, unknownLink: false };
    }
    return { network, requests: [{ key: network, limit: perMinute }], streams, unknownLink: true };
  }
  const isSignedIn = cookie !== undefined && isKnown({ kind: 'cookie', secret: cookie });
  const key = isSignedIn ? `session ${cookie}` : network;
  const streams = [{ key, limit: isSignedIn ? maxStreamsPerClient : maxStreamsPerNetwork }, ofNetwork];
  const counted = isTransfer(request)
    ? { key: `transfer ${key}`, limit: perTransfer * (isSignedIn ? 1 : perLinkAndNetwork) * perMinute }
    : { key, limit: perMinute };
  return { network, requests: [counted], streams, unknownLink: false };
}

/** Counts a stream until its response ends. Returns the seconds to wait if there are too many. */
function openStream(url: string, { streams }: Client, response: ServerResponse): number | undefined {
  if (!isStream.test(url)) return undefined;
  const opened = countStream(streams);
  if (typeof opened === 'number') return opened;
  response.once('close', opened);
  return undefined;
}

function refuse(request: IncomingMessage, response: ServerResponse, retryAfterSeconds: number): void {
  const detail = texts.tooManyRequests({ seconds: retryAfterSeconds });
  const isPage = request.headers.accept?.includes('text/html') === true;
  const problem = { type: 'about:blank', title: 'Too Many Requests', status: 429, detail };
  const body = isPage ? messagePage(texts.tooManyTitle(), detail) : JSON.stringify(problem);
  secureAnswer(response);
  response.writeHead(429, {
    'content-type': `${isPage ? 'text/html' : 'application/problem+json'}; charset=utf-8`,
    'content-length': Buffer.byteLength(body),
    'cache-control': 'private, no-store',
    'retry-after': String(retryAfterSeconds),
  });
  response.end(request.method === 'HEAD' ? undefined : body);
}
