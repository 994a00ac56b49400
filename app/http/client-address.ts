import type { IncomingMessage } from 'node:http';
import { env } from '#lib/settings/env';
import { clientAddress, clientAddressHeader, isFromProxy, unnamedProxyHeader } from '#lib/net/client-address';

/** Headers in which a proxy describes the forwarded request, and which other code trusts. */
const forwarded = [
  ...['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-port', 'x-forwarded-proto'],
  ...['x-forwarded-server', 'x-real-ip'],
];

/** Other headers that proxies, tunnels and CDNs add: Via (RFC 9110), CDN-Loop (RFC 8586) and vendors' own. */
const signs = new RegExp(
  `^(?:${[
    'via|cdn-loop|proxy-connection|surrogate-capability',
    '(?:x-)?(?:original-|proxyuser-)?forwarded(?:-.*)?|x-original-(?:host|proto|forwarded-.*)|x-proxyuser-ip',
    '(?:x-|wl-|http-)?(?:proxy-|cluster-|true-|original-|remote-|real-)?client-ip|x-real-(?:ip|port)|x-remote-(?:ip|addr)',
    // Cloudflare, Fastly, Akamai, CloudFront, Azure, Google, Fly.io, Vercel, Netlify, DigitalOcean, Alibaba, Imperva, Sucuri
    'cf-.*|fastly-.*|akamai-.*|x-akamai-.*|cloudfront-.*|x-amz-cf-id|x-azure-.*|x-appengine-.*|x-goog-iap-.*',
    'fly-.*|x-vercel-.*|x-nf-.*|do-connecting-ip|ali-cdn-.*|x-cdn(?:-.*)?|incap-.*|x-sucuri-.*',
    // Envoy, Varnish, Blue Coat, Tailscale, ngrok
    'x-envoy-external-address|x-varnish|x-bluecoat-via|tailscale-.*|ngrok-.*',
  ].join('|')})$`,
);

/** Sets the client's address for `readClientAddress`, and removes proxy headers from untrusted peers. */
export function noteClientAddress(request: IncomingMessage, { trustedProxies, baseUrl } = env()): void {
  const connection = request.socket.remoteAddress;
  delete request.headers[unnamedProxyHeader];
  if (!isFromProxy({ connection, trustedProxies })) {
    if (Object.keys(request.headers).some((name) => signs.test(name)))
      request.headers[unnamedProxyHeader] = '1';
    for (const name of forwarded) delete request.headers[name];
    // An unlisted proxy that sets its own host: actions from pages of the public URL are still same-origin.
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

/** The client's address from a request's headers. */
export function readClientAddress(headers: Pick<Headers, 'get'>): string {
  const address = headers.get(clientAddressHeader);
  if (address === null) throw new Error('a request did not come through our own server');
  return address;
}
