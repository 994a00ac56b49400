import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { NetPolicy } from '#lib/net/net-policy';

/** An untrusted address that the guard refuses. The message is for people; the cause, if any, is for the log. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/*
 * Public addresses are an allowlist: IPv4 outside every special range, and IPv6 inside 2000::/3, IANA's only global
 * unicast block, outside its special ranges. An IPv4 address in a mapped or a well-known NAT64 address is checked as
 * itself, because that is where the packet ends. All other embeddings (6to4, Teredo, ISATAP, compatible, local NAT64)
 * are refused: no public host needs them.
 */

const globalUnicast: [ipaddr.IPv6, number] = ipaddr.IPv6.parseCIDR('2000::/3');
const wellKnownNat64: [ipaddr.IPv6, number] = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

// Azure's platform serves its guests at this address outside the special ranges.
const platformAddresses = new Set(['168.63.129.16']);

/** Explains why an IP address is refused; undefined if public or in an allowed network. Throws for a bad policy. */
export function checkAddress(address: string, policy: NetPolicy): string | undefined {
  if (isIP(address) === 0) return `${address} is not an IP address.`;
  const destination = unwrap(parseAddress(address));
  const allowed = policy.allowNetworks.some((network) => contains(network, destination));
  return allowed || isPublic(destination) ? undefined : `The address ${address} is not public.`;
}

function parseAddress(address: string): Address {
  if (isIP(address) === 4) return ipaddr.IPv4.parse(address);
  // ipaddr.js 2.5, unlike the system, parses ::10.0.0.1 as ::ffff:10.0.0.1. The URL parser writes both in hex.
  const { hostname } = new URL(`http://[${address.replace(/%.*$/, '')}]`);
  return ipaddr.IPv6.parse(hostname.slice(1, -1));
}

function unwrap(address: Address): Address {
  if (address instanceof ipaddr.IPv4) return address;
  if (address.isIPv4MappedAddress() || address.match(wellKnownNat64)) {
    return new ipaddr.IPv4(address.toByteArray().slice(-4));
  }
  return address;
}

function contains(network: string, address: Address): boolean {
  const [base, prefixLength] = ipaddr.parseCIDR(network);
  return base.kind() === address.kind() && address.match(base, prefixLength);
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  if (address instanceof ipaddr.IPv4) return !platformAddresses.has(address.toString());
  return address.match(globalUnicast) && !isIsatap(address);
}

/** RFC 5214, section 6.1: an interface identifier of 0000:5efe or 0200:5efe, then the IPv4 address. */
function isIsatap({ parts: [, , , , flags = 0, mark] }: ipaddr.IPv6): boolean {
  return mark === 0x5efe && (flags & 0xfdff) === 0;
}
