import type { LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { Agent, type buildConnector } from 'undici';
import { AddressRefused } from '#lib/net/check-address';
import { checkUrl } from '#lib/net/check-url';
import type { NetPolicy } from '#lib/net/net-policy';
import { resolveHost, type Resolver } from '#lib/net/resolve-host';

/*
 * A name is resolved once per connection, while connecting, and the socket gets exactly the checked addresses, so that
 * DNS can't change between check and use. Node doesn't resolve literal addresses, so they are checked before creating
 * the socket. Proxy environment variables have no effect, as undici's Agent ignores them.
 */

/** Creates a function that opens sockets, like undici's `buildConnector`. `timeout` in milliseconds includes DNS. */
export type MakeConnector = (options: {
  lookup: LookupFunction;
  timeout: number;
}) => buildConnector.connector;

/** Options of an agent; `makeConnector` is for tests that must not open sockets. */
export interface AgentOptions {
  policy: NetPolicy;
  resolver: Resolver;
  makeConnector: MakeConnector;
  connectMs: number;
  maxBytes: number;
}

/**
 * Creates an undici agent that connects only if the policy allows every address of the name, and only to these
 * addresses. Otherwise its requests fail with `AddressRefused`; they also fail if a response exceeds `maxBytes`. The
 * caller destroys it.
 */
export function guardedAgent({ policy, resolver, makeConnector, connectMs, maxBytes }: AgentOptions): Agent {
  const connect = makeConnector({ lookup: guardedLookup(policy, resolver), timeout: connectMs });
  return new Agent({
    maxResponseSize: maxBytes,
    connect: (options, callback) => {
      const reason = checkUrl(`${options.protocol}//${options.host ?? options.hostname}`, policy);
      if (reason === undefined) connect(options, callback);
      else callback(new AddressRefused(reason), null);
    },
  });
}

function guardedLookup(policy: NetPolicy, resolver: Resolver): LookupFunction {
  const resolveAll = callbackify((hostname: string) => resolveHost(hostname, { policy, resolver }));
  return (hostname, options, callback) => {
    resolveAll(hostname, (error, addresses) => {
      if (error) callback(error, []);
      else if (options.all === true) callback(null, addresses);
      else callback(null, addresses[0]?.address ?? '', addresses[0]?.family);
    });
  };
}
