import { and, asc, eq, sql } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { auditEvents } from '#drizzle/schema/audit-events';
import type { AccountEvent } from '#lib/audit/present-event';
import type { Db } from '#lib/db/connect';

const pageSize = 500;

/** All events of one account, or of all accounts and the installation, oldest first, in constant memory. */
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
