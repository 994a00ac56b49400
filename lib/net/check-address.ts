import { isIP } from 'node:net';
import ipaddr from 'ipaddr.js';
import type { NetPolicy } from '#lib/net/net-policy';

/** A stranger's address that the guard does not connect to. The message is a sentence for people; the cause, where there is one, is for the log. */
export class AddressRefused extends Error {
  override readonly name = 'AddressRefused';
}

type Address = ipaddr.IPv4 | ipaddr.IPv6;

/*
 * Public is a positive list: IPv4 outside every special range, IPv6 inside 2000::/3, the only block that IANA
 * gives out as global unicast, and outside its special ranges. An IPv4 address carried in a mapped or a
 * well-known NAT64 address is checked as itself, because that is where the packet ends. Every other way of carrying
 * one (6to4, Teredo, ISATAP, compatible, local NAT64) is refused whole: no public host needs it.
 */

const globalUnicast: [ipaddr.IPv6, number] = ipaddr.IPv6.parseCIDR('2000::/3');
const wellKnownNat64: [ipaddr.IPv6, number] = ipaddr.IPv6.parseCIDR('64:ff9b::/96');

// Azure's platform answers its guests here, on an address out of the public space.
const platformAddresses = new Set(['168.63.129.16']);

/** Explains why an IP address is refused; undefined if it is public or in an allowed network. Throws for a bad policy. */
export function checkAddress(address: string, policy: NetPolicy): string | undefined {
  if (isIP(address) === 0) return `${address} is not an IP address.`;
  const destination = unwrap(parseAddress(address));
  const allowed = policy.allowNetworks.some((network) => contains(network, destination));
  return allowed || isPublic(destination) ? undefined : `The address ${address} is not public.`;
}

function parseAddress(address: string): Address {
  if (isIP(address) === 4) return ipaddr.IPv4.parse(address);
  // ipaddr.js 2.5 takes ::10.0.0.1 for ::ffff:10.0.0.1, the system does not: the URL parser writes both in hexadecimal.
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
