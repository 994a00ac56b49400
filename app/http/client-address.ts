import type { IncomingMessage } from 'node:http';
import { env } from '#lib/settings/env';
import { clientAddress, clientAddressHeader, isFromProxy, unnamedProxyHeader } from '#lib/net/client-address';

/** What a proxy says of the request that it has passed on. */
const forwarded = [
  ...['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-port', 'x-forwarded-proto'],
  ...['x-forwarded-server', 'x-real-ip'],
];

/**
 * Notes the client's address where `readClientAddress` finds it, in place of whatever the client sent there. What only a
 * proxy may say is taken away where none of ours does.
 */
export function noteClientAddress(request: IncomingMessage, { trustedProxies, baseUrl } = env()): void {
  const connection = request.socket.remoteAddress;
  delete request.headers[unnamedProxyHeader];
  if (!isFromProxy({ connection, trustedProxies })) {
    if (forwarded.some((name) => name in request.headers)) request.headers[unnamedProxyHeader] = '1';
    for (const name of forwarded) delete request.headers[name];
    // A proxy that is not named and puts in a host of its own: actions of the public address's pages are still its own.
    if (request.headers.origin !== undefined) {
      const { origin, host } = new URL(baseUrl);
      if (request.headers.origin === origin) request.headers['x-forwarded-host'] = host;
    }
  }
  const forwardedFor = request.headers['x-forwarded-for'];
  request.headers[clientAddressHeader] = clientAddress({
    connection,
    forwardedFor: Array.isArray(forwardedFor) ? forwardedFor.join(',') : forwardedFor,
    trustedProxies,
  });
}

/** The address of the client whose request has these headers. */
export function readClientAddress(headers: Pick<Headers, 'get'>): string {
  const address = headers.get(clientAddressHeader);
  if (address === null) throw new Error('a request did not come through our own server');
  return address;
}
