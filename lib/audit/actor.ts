import type { auditEvents } from '#drizzle/schema/audit-events';

/** From where a request came: the client's address, and what its browser or program calls itself. */
export interface Origin {
  address?: string | null;
  userAgent?: string | null;
}

/**
 * The actor of an event: an account's owner on the site, a client with an API key, an operator on the site or on the command
 * line, the service by itself, or someone who isn't signed in. `id` and `name` are those of the account or key.
 */
export interface Actor extends Origin {
  kind: (typeof auditEvents.$inferSelect)['actorKind'];
  id?: string;
  name?: string;
}

/** Parameter of verbs that write to the audit log. The actor defaults to the service. */
export interface ActedBy {
  by?: Actor | undefined;
}

/** The person who runs commands on the server. */
export const commandLine: Actor = { kind: 'command_line' };

/** The service itself, such as its sweeps. */
export const service: Actor = { kind: 'service' };
