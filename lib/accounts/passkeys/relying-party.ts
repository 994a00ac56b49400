import { isIP } from 'node:net';

/** The site that passkeys belong to: its domain, and the origin of its pages. */
export interface RelyingParty {
  rpId: string;
  origin: string;
}

/** Returns the relying party of the public address; undefined over http (except localhost) and at an IP address. */
export function getRelyingParty(baseUrl: string): RelyingParty | undefined {
  const { protocol, hostname, origin } = new URL(baseUrl);
  const isLocal = hostname === 'localhost' || hostname.endsWith('.localhost');
  const isAddress = isIP(hostname.replaceAll(/^\[|\]$/g, '')) !== 0;
  if (isAddress || (protocol !== 'https:' && !isLocal)) return undefined;
  return { rpId: hostname, origin };
}
