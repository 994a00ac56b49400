import { env } from '#lib/settings/env';

/** Exceptions to public addresses: networks (`10.0.0.0/8`), and ports or ranges beyond 80 and 443. */
export interface NetPolicy {
  allowNetworks: readonly string[];
  allowPorts: readonly string[];
}

/** Returns this process's policy, from its settings. */
export function netPolicy(): NetPolicy {
  const { allowPrivateNetworks, allowPorts } = env();
  return { allowNetworks: allowPrivateNetworks, allowPorts };
}
