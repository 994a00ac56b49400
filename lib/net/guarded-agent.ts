import type { LookupFunction } from 'node:net';
import { callbackify } from 'node:util';
import { Agent, type buildConnector } from 'undici';
import { AddressRefused } from '#lib/net/check-address';
import { checkUrl } from '#lib/net/check-url';
import type { NetPolicy } from '#lib/net/net-policy';
import { resolveHost, type Resolver } from '#lib/net/resolve-host';

/*
 * A name is resolved once for each connection, inside the connecting itself, and the socket gets exactly the addresses
 * that were checked: between check and use there is no moment in which the answer could change. Node asks no
 * resolver about a literal address, so a literal is checked before the socket is made. Proxy variables of the
 * environment play no part, as an undici Agent reads none.
 */

/** Makes what opens sockets, as undici's `buildConnector` does. `timeout` in milliseconds, name look-up included. */
export type MakeConnector = (options: {
  lookup: LookupFunction;
  timeout: number;
}) => buildConnector.connector;

/** Options of an agent; `makeConnector` is for tests that must open no socket of their own. */
export interface AgentOptions {
  policy: NetPolicy;
  resolver: Resolver;
  makeConnector: MakeConnector;
  connectMs: number;
  maxBytes: number;
}

/**
 * An undici agent that opens a connection only where the policy lets it: every address of the name is allowed, and the
 * checked addresses are the ones connected to. Otherwise its requests fail with `AddressRefused`, as they fail
 * when an answer is longer than `maxBytes`. The caller destroys it.
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
