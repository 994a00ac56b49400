import { and, desc, eq, sql } from 'drizzle-orm';
import { auditEvents } from '#drizzle/schema/audit-events';
import { hideOperator, type AuditEvent } from '#lib/audit/present-event';
import type { Db } from '#lib/db/connect';

/** At most `limit` events as the owner sees them, newest first, before the event `before`, none if that is gone. */
export async function listEvents(
  db: Db,
  { accountId, before, limit }: { accountId: string; before?: string | undefined; limit: number },
): Promise<AuditEvent[]> {
  const isBefore =
    before === undefined
      ? undefined
      : sql`(${auditEvents.at}, ${auditEvents.id}) < (
          select e.at, e.id from ${auditEvents} e where e.id = ${before} and e.account_id = ${accountId})`;
  const events = await db
    .select()
    .from(auditEvents)
    .where(and(eq(auditEvents.accountId, accountId), isBefore))
    .orderBy(desc(auditEvents.at), desc(auditEvents.id))
    .limit(limit);
  return events.map(hideOperator);
}
