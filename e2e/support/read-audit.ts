import { asc, eq } from 'drizzle-orm';
import { auditEvents } from '#drizzle/schema/audit-events';
import type { Actor } from '#lib/audit/actor';
import type { Db } from '#lib/db/connect';

/** The owner of an account, for functions that record the actor. */
export const owner: Actor = {
  kind: 'account',
  id: 'owner',
  name: 'ann@longhand.example',
  address: '192.0.2.7',
  userAgent: 'a browser',
};

/** Reads the account's audit log after its creation, oldest first, as `action by what: target`. */
export async function readAudit(db: Db, accountId: string): Promise<string[]> {
  const events = await db
    .select()
    .from(auditEvents)
    .where(eq(auditEvents.accountId, accountId))
    .orderBy(asc(auditEvents.at), asc(auditEvents.id));
  return events
    .filter(({ action }) => action !== 'account.created')
    .map(({ action, actorKind, targetName }) =>
      targetName === null ? `${action} by ${actorKind}` : `${action} by ${actorKind}: ${targetName}`,
    );
}
