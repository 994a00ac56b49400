import type { IncomingMessage } from 'node:http';
import { env } from '#lib/settings/env';
import { clientAddress } from '#lib/net/client-address';

const header = 'x-longhand-client-address';

/** Notes the client's address where `readClientAddress` finds it, in place of whatever the client sent there. */
export function noteClientAddress(request: IncomingMessage): void {
  const forwardedFor = request.headers['x-forwarded-for'];
  request.headers[header] = clientAddress({
    connection: request.socket.remoteAddress,
    forwardedFor: Array.isArray(forwardedFor) ? forwardedFor.join(',') : forwardedFor,
    trustedProxies: env().trustedProxies,
  });
}

/** The address of the client whose request has these headers. */
export function readClientAddress(headers: Pick<Headers, 'get'>): string {
  const address = headers.get(header);
  if (address === null) throw new Error('a request did not come through our own server');
  return address;
}
