import { auditEvents } from '#drizzle/schema/audit-events';
import type { AuditAction, AuditDetails } from '#lib/audit/actions';
import { service, type Actor } from '#lib/audit/actor';
import type { Db, Tx } from '#lib/db/connect';
import { newId } from '#lib/ids/new-id';

const maxTextLength = 300;

/** An event to record. Names are those of this moment. */
export interface NewAuditEvent {
  /** Whose log it belongs to; null for what concerns the installation. */
  accountId: string | null;
  action: AuditAction;
  by: Actor | undefined;
  target?: { id?: string; name?: string | null } | undefined;
  details?: AuditDetails | undefined;
}

/** Writes to the audit log in the transaction of what was done. Without an actor, it was the service. */
export async function recordEvents(db: Db | Tx, events: NewAuditEvent[]): Promise<void> {
  if (events.length > 0) await db.insert(auditEvents).values(events.map(toRow));
}

/** As `recordEvents`, for one. */
export function recordEvent(db: Db | Tx, event: NewAuditEvent): Promise<void> {
  return recordEvents(db, [event]);
}

/** The row of an event. Texts that anyone can choose are cut. */
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
