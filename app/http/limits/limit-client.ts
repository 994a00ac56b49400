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

/** A link is given to a class or a team: as many times what one person has, from one network and from all. */
const perLinkAndNetwork = 4;
const perLink = 10;

/** Files of the build, and the site's pictures and sounds: they cost next to nothing, so they aren't counted. */
const isFile = /^\/(?:_next\/static\/|[\w.-]+\.(?:svg|ico|png|mp3|webmanifest|txt)(?:\?|$))/;
/** Parts of uploads and of what plays come in any number; they have limits of their own. */
const isTransfer = /^\/(?:jobs\/uploads|media)(?:\/|\?|$)/;
const ofLink = /^\/editor\/(?:data|shared)\/([^/?#]+)/;
const isStream = /^\/(?:jobs|editor\/data\/[^/?#]+)\/events\/?(?:\?|$)/;

/** The client of a request, as far as memory knows. Requests and streams are counted by its keys. */
interface Client {
  network: string;
  requests: [Counted, ...Counted[]];
  streams: Counted[];
  /** The token of the share link that the path names, unless it was found lately. */
  unknownLink: boolean;
}

/**
 * Counts a request of a page, an editor or one of its streams, before anything is asked or rendered for it, and refuses it with 429
 * where its session, link or network has used up its minute or its streams. Others are answered with `answer`, of one client and
 * one route a few at once. `route` is the pattern of the path, where there is one.
 */
export function limitClient(
  { request, response }: Exchange,
  route: string | undefined,
  answer: () => void,
): void {
  const url = request.url ?? '/';
  // PUT sends the options of an upload, which are no part of it.
  if (isFile.test(url) || (isTransfer.test(url) && request.method !== 'PUT')) return answer();
  const client = identify(request, env().requestsPerMinute);
  const wait = client.unknownLink ? findWait(client.network) : undefined;
  const retryAfterSeconds = wait ?? countRequest(client.requests) ?? openStream(url, client, response);
  if (retryAfterSeconds === undefined) {
    return beginInTurn(`${client.requests[0].key} ${route ?? ''}`, response, answer);
  }
  withLocale(readLocale(request), () => refuse(request, response, retryAfterSeconds));
}

function identify({ url = '/', headers }: IncomingMessage, perMinute: number): Client {
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
  return { network, requests: [{ key, limit: perMinute }], streams, unknownLink: false };
}

/** Counts a stream until its answer has ended; the seconds to wait where there are too many. */
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
