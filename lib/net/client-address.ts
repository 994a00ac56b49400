import ipaddr from 'ipaddr.js';
import type { TrustedProxies } from '#lib/settings/env';

/** The header in which our server passes the client's address, overwriting the client's value. */
export const clientAddressHeader = 'x-longhand-client-address';

/** The header in which our server marks requests that came through an untrusted proxy. */
export const unnamedProxyHeader = 'x-longhand-unnamed-proxy';

interface Forwarding {
  /** The peer's address. */
  connection: string | undefined;
  forwardedFor: string | undefined;
  trustedProxies: TrustedProxies;
}

/** True if the connection's X-Forwarded headers are from a trusted proxy. */
export function isFromProxy({ connection, trustedProxies }: Omit<Forwarding, 'forwardedFor'>): boolean {
  return typeof trustedProxies === 'number' ? trustedProxies > 0 : isWithin(connection ?? '', trustedProxies);
}

/**
 * Returns the address of a request's client: the peer, or behind trusted proxies, the one that the first of them saw.
 * Each proxy appends its client's address to X-Forwarded-For, so values forged by the client are further left and never
 * used.
 */
export function clientAddress({ connection, forwardedFor, trustedProxies }: Forwarding): string {
  const passed = (forwardedFor ?? '').split(',').map((address) => address.trim());
  const chain = [...passed.filter(Boolean), connection ?? ''];
  const address = chain[Math.max(0, findClient(chain, trustedProxies))] ?? '';
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : (connection ?? 'unknown');
}

function findClient(chain: string[], trustedProxies: TrustedProxies): number {
  if (typeof trustedProxies === 'number') return chain.length - 1 - trustedProxies;
  return chain.findLastIndex((address) => !isWithin(address, trustedProxies));
}

/** True if an address is in one of these networks (CIDR). */
export function isWithin(address: string, networks: readonly string[]): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  return networks.some((network) => {
    const [base, bits] = ipaddr.parseCIDR(network);
    return base.kind() === parsed.kind() && parsed.match(base, bits);
  });
}

/** Returns the key for counting attempts: the address, or for IPv6 its /64 network, usually one customer's. */
export function toNetwork(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const parts = ipaddr.IPv6.parse(address).parts.slice(0, 4);
  return `${parts.map((part) => part.toString(16)).join(':')}::/64`;
}
