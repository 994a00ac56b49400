import ipaddr from 'ipaddr.js';

/**
 * The address of a request's client: the connection's own, or, behind that many proxies of ours, the one that the
 * first of them saw. Each proxy adds the address of its client to the end of X-Forwarded-For, so that what a client
 * writes there itself stands further left and is never taken.
 */
export function clientAddress({
  connection,
  forwardedFor,
  trustedProxies,
}: {
  connection: string | undefined;
  forwardedFor: string | undefined;
  trustedProxies: number;
}): string {
  const passed = (forwardedFor ?? '').split(',').map((address) => address.trim());
  const chain = [...passed.filter(Boolean), connection ?? ''];
  const address = chain[Math.max(0, chain.length - 1 - trustedProxies)] ?? '';
  return ipaddr.isValid(address) ? ipaddr.process(address).toString() : (connection ?? 'unknown');
}

/** What attempts are counted by: the address, or for IPv6 the network of 64 bits that one customer has. */
export function toNetwork(address: string): string {
  if (!ipaddr.IPv6.isValid(address)) return address;
  const parts = ipaddr.IPv6.parse(address).parts.slice(0, 4);
  return `${parts.map((part) => part.toString(16)).join(':')}::/64`;
}
