import type { auditEvents } from '#drizzle/schema/audit-events';

/** The origin of a request: the client's address and its user agent. */
export interface Origin {
  address?: string | null;
  userAgent?: string | null;
}

/** The actor of an event: owner, API key, operator, service or visitor. `id` and `name` are the account's or key's. */
export interface Actor extends Origin {
  kind: (typeof auditEvents.$inferSelect)['actorKind'];
  id?: string;
  name?: string;
}

/** Parameter of verbs that write to the audit log. The actor defaults to the service. */
export interface ActedBy {
  by?: Actor | undefined;
}

/** A person who runs commands on the server. */
export const commandLine: Actor = { kind: 'command_line' };

/** The service itself, such as its sweeps. */
export const service: Actor = { kind: 'service' };
