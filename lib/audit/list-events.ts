import { and, desc, eq, sql, asc } from 'drizzle-orm';
import { auditEvents } from '#drizzle/schema/audit-events';
import { hideOperator, type AuditEvent, type AccountEvent } from '#lib/audit/present-event';
import type { Db } from '#lib/db/connect';
import { accounts } from '#drizzle/schema/accounts';

/** Lists up to `limit` events as the owner sees them, newest first, before the event `before`; none if that is gone. */
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

const pageSize = 500;

/** Streams all events of one account, or of all accounts and the installation, oldest first, in constant memory. */
export async function* readAllEvents(
  db: Db,
  { accountId }: { accountId?: string | undefined },
): AsyncGenerator<AccountEvent> {
  let after: string | undefined;
  for (;;) {
    const page = await readPage(db, { accountId, after });
    for (const { event, email } of page) yield { ...event, email };
    after = page.at(-1)?.event.id;
    if (page.length < pageSize) return;
  }
}

function readPage(
  db: Db,
  { accountId, after }: { accountId: string | undefined; after: string | undefined },
) {
  return db
    .select({ event: auditEvents, email: accounts.email })
    .from(auditEvents)
    .leftJoin(accounts, eq(accounts.id, auditEvents.accountId))
    .where(
      and(
        accountId === undefined ? undefined : eq(auditEvents.accountId, accountId),
        after === undefined
          ? undefined
          : sql`(${auditEvents.at}, ${auditEvents.id}) > (
              select e.at, e.id from ${auditEvents} e where e.id = ${after})`,
      ),
    )
    .orderBy(asc(auditEvents.at), asc(auditEvents.id))
    .limit(pageSize);
}
