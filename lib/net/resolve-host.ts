import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { AddressRefused, checkAddress } from '#lib/net/check-address';
import type { NetPolicy } from '#lib/net/net-policy';

/** Returns every address of a name, or rejects with a `code` such as ENOTFOUND. */
export type Resolver = (hostname: string) => Promise<readonly string[]>;

/** The operating system's resolver, including the hosts file, in its preferred order. */
export const systemResolver: Resolver = async (hostname) => {
  const answers = await lookup(hostname, { all: true });
  return answers.map(({ address }) => address);
};

/** Resolves a name to its addresses, all allowed. Throws `AddressRefused`, whose message doesn't reveal the address. */
export async function resolveHost(
  hostname: string,
  { policy, resolver }: { policy: NetPolicy; resolver: Resolver },
): Promise<{ address: string; family: number }[]> {
  const addresses = await resolver(hostname);
  for (const address of addresses) {
    const reason = checkAddress(address, policy);
    if (reason !== undefined) {
      throw new AddressRefused(`The host ${hostname} resolves to an address that is not public.`, {
        cause: new Error(reason),
      });
    }
  }
  if (addresses.length === 0) {
    throw Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' });
  }
  return addresses.map((address) => ({ address, family: isIP(address) }));
}
