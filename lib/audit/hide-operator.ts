import type { auditEvents } from '#drizzle/schema/audit-events';

/** An entry of the audit log. */
export type AuditEvent = typeof auditEvents.$inferSelect;

/**
 * The event as the account's owner sees it: which of the operators did something, from where, and why they placed a legal hold
 * is not told.
 */
export function hideOperator<Event extends AuditEvent>(given: Event): Event {
  const { why: _why, ...details } = given.details;
  const event = { ...given, details };
  if (event.actorKind !== 'operator') return event;
  return { ...event, actorId: null, actorName: null, address: null, userAgent: null };
}
