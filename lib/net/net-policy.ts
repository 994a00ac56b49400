import { env } from '#lib/settings/env';

/**
 * Exceptions that the operator allows beyond the public internet: networks in CIDR notation (`10.0.0.0/8`, `fd00::/8`), and
 * ports or ranges (`8080`, `9000-9100`) beyond 80 and 443.
 */
export interface NetPolicy {
  allowNetworks: readonly string[];
  allowPorts: readonly string[];
}

/** The policy of this process, from its settings. */
export function netPolicy(): NetPolicy {
  const { allowPrivateNetworks, allowPorts } = env();
  return { allowNetworks: allowPrivateNetworks, allowPorts };
}
