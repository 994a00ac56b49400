import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { AddressRefused, checkAddress } from '#lib/net/check-address';
import type { NetPolicy } from '#lib/net/net-policy';

/** Gives every address of a name, or rejects with a `code` such as ENOTFOUND. */
export type Resolver = (hostname: string) => Promise<readonly string[]>;

/** The operating system's resolver, hosts file included, in the order that it prefers. */
export const systemResolver: Resolver = async (hostname) => {
  const answers = await lookup(hostname, { all: true });
  return answers.map(({ address }) => address);
};

/** The addresses of a name, all allowed. Throws `AddressRefused`, whose message keeps the address to the log. */
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
