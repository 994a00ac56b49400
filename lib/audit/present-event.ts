import type { auditEvents } from '#drizzle/schema/audit-events';

/** An entry of the audit log. */
export type AuditEvent = typeof auditEvents.$inferSelect;

/** An event with the current email address of its account; null if it belongs to none. */
export interface AccountEvent extends AuditEvent {
  email: string | null;
}

/** Formats an event for commands and exports: names as on the wire, times in ISO 8601. */
export function presentEvent({
  at,
  accountId,
  email,
  targetId,
  targetName,
  userAgent,
  ...event
}: AccountEvent) {
  const { id, action, actorKind, actorId, actorName, details, address } = event;
  return {
    id,
    at: at.toISOString(),
    account: accountId === null ? null : { id: accountId, email },
    actor: { kind: actorKind, id: actorId, name: actorName },
    action,
    target: targetId === null && targetName === null ? null : { id: targetId, name: targetName },
    details,
    address,
    user_agent: userAgent,
  };
}

/** Returns the event as its owner sees it: without the operator's identity and the reason of a legal hold. */
export function hideOperator<Event extends AuditEvent>(given: Event): Event {
  const { why: _why, ...details } = given.details;
  const event = { ...given, details };
  if (event.actorKind !== 'operator') return event;
  return { ...event, actorId: null, actorName: null, address: null, userAgent: null };
}
