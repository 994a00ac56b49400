import { and, desc, eq, sql, type SQL } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import type { AccountRole } from '#lib/accounts/sessions/read-session';
import { addToBalance } from '#lib/billing/add-to-balance';
import { parseReason } from '#lib/audit/parse-reason';
import { recordEvent } from '#lib/audit/record-events';
import type { Db } from '#lib/db/connect';
import { requireOperator, type Operator } from '#lib/operator/require-operator';
import { invalidParameter } from '#lib/refusal';
import * as faultTexts from '#messages/faults';

/** An account as shown to operators, without contents or names of its recordings. */
export interface AccountSummary {
  id: string;
  email: string;
  role: AccountRole;
  createdAt: Date;
  balanceCents: number;
  /** Its live jobs outside the trash, without the sample, and the minutes transcribed. */
  jobs: number;
  minutes: number;
  /** The latest sign-in of a signed-in browser, or in the audit log; null if none. */
  lastSignInAt: Date | null;
  /** True if the account or one of its transcripts is under a legal hold. */
  isHeld: boolean;
}

// In a query of a single table, Drizzle omits the table name from columns, but the subqueries need it.
const columns = {
  id: accounts.id,
  email: accounts.email,
  role: accounts.role,
  createdAt: accounts.createdAt,
  balanceCents: accounts.balanceCents,
  jobs: sql`(select count(*) from jobs j
    where j.account_id = accounts.id and j.mode = 'live' and j.origin <> 'sample' and j.trashed_at is null)`.mapWith(
    Number,
  ),
  minutes: sql`(select coalesce(sum(j.duration_seconds), 0) / 60 from jobs j
    where j.account_id = accounts.id and j.mode = 'live' and j.origin <> 'sample' and j.status = 'transcribed'
      and j.trashed_at is null)`.mapWith(Number),
  lastSignInAt: sql<Date | null>`greatest(
    (select max(s.created_at) from sessions s where s.account_id = accounts.id),
    (select e.at from audit_events e where e.account_id = accounts.id and e.action = 'session.created'
      order by e.at desc limit 1))`.mapWith(accounts.createdAt),
  isHeld: sql<boolean>`exists (select from legal_holds h where h.account_id = accounts.id)`,
};

/** Lists up to `limit` accounts with `search` in their address, newest first, after `after`. Refuses non-operators. */
export async function searchAccounts(
  db: Db,
  {
    operatorId,
    search = '',
    after,
    limit,
  }: Operator & { search?: string | undefined; after?: string | undefined; limit: number },
): Promise<AccountSummary[]> {
  await requireOperator(db, { operatorId });
  const isFound = search === '' ? undefined : sql`position(lower(${search}) in lower(${accounts.email})) > 0`;
  return db
    .select(columns)
    .from(accounts)
    .where(and(isFound, after === undefined ? undefined : following(after)))
    .orderBy(desc(accounts.createdAt), desc(accounts.id))
    .limit(limit);
}

/** Reads one account; undefined if there is none with this id. Refuses non-operators. */
export async function readAccountSummary(
  db: Db,
  { operatorId, accountId }: Operator & { accountId: string },
): Promise<AccountSummary | undefined> {
  await requireOperator(db, { operatorId });
  const [account] = await db.select(columns).from(accounts).where(eq(accounts.id, accountId));
  return account;
}

/** Adds signed cents to a balance, with a reason for its owner. Refuses non-operators and impossible amounts. */
export async function adjustBalance(
  db: Db,
  {
    accountId,
    amountCents,
    reason,
    ...operator
  }: Operator & { accountId: string; amountCents: number; reason: string },
): Promise<number> {
  return db.transaction(async (tx) => {
    const by = await requireOperator(tx, operator);
    const note = parseReason(reason);
    if (amountCents === 0) throw invalidParameter('amount', faultTexts.amountZero());
    const kind = amountCents > 0 ? 'credit' : 'debit';
    const balanceCents = await addToBalance(tx, { accountId, kind, amountCents, note });
    if (balanceCents === undefined) throw invalidParameter('amount', faultTexts.balanceTooLow());
    const target = { name: note };
    await recordEvent(tx, { accountId, action: 'balance.adjusted', by, target, details: { amountCents } });
    return balanceCents;
  });
}

function following(after: string): SQL {
  return sql`(${accounts.createdAt}, ${accounts.id}) < (
    select a.created_at, a.id from ${accounts} a where a.id = ${after})`;
}
