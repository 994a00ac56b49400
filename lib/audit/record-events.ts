import { auditEvents } from '#drizzle/schema/audit-events';
import type { AuditAction, AuditDetails } from '#lib/audit/actions';
import { service, type Actor } from '#lib/audit/actor';
import type { Db, Tx } from '#lib/db/connect';
import { newId } from '#lib/ids/new-id';

const maxTextLength = 300;

/** An event to record, with the names as of now. */
export interface NewAuditEvent {
  /** The account whose log gets the event; null for the installation's. */
  accountId: string | null;
  action: AuditAction;
  by: Actor | undefined;
  target?: { id?: string; name?: string | null } | undefined;
  details?: AuditDetails | undefined;
}

/** Writes to the audit log in the transaction of the actions. The actor defaults to the service. */
export async function recordEvents(db: Db | Tx, events: NewAuditEvent[]): Promise<void> {
  if (events.length > 0) await db.insert(auditEvents).values(events.map(toRow));
}

/** Records a single event; see `recordEvents`. */
export function recordEvent(db: Db | Tx, event: NewAuditEvent): Promise<void> {
  return recordEvents(db, [event]);
}

/** Returns the row of an event. Truncates text that clients choose. */
export function toRow({ accountId, action, by = service, target, details }: NewAuditEvent) {
  return {
    id: newId(),
    accountId,
    action,
    actorKind: by.kind,
    actorId: by.id ?? null,
    actorName: cut(by.name),
    targetId: cut(target?.id),
    targetName: cut(target?.name),
    details: { ...details },
    address: cut(by.address),
    userAgent: cut(by.userAgent),
  };
}

function cut(text: string | null | undefined): string | null {
  return text?.slice(0, maxTextLength) ?? null;
}
