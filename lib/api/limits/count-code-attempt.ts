import { and, eq, gte, isNotNull } from 'drizzle-orm';
import { auditEvents } from '#drizzle/schema/audit-events';
import { twoFactors } from '#drizzle/schema/two-factors';
import { isAppCode } from '#lib/accounts/two-factor/two-factor';
import { countAttempt, forgiveAttempt, type Attempt } from '#lib/api/limits/limit-attempts';
import type { Db } from '#lib/db/connect';
import { toNetwork } from '#lib/net/client-address';

/** A second-factor code about to be checked, and who entered it. */
export interface CodeAttempt extends Pick<Attempt, 'address' | 'device'> {
  accountId: string;
  code: string;
}

/** Counts the check of a code. Refuses `too-many-requests`, except for known browsers and networks of the account. */
export function countCodeAttempt(db: Db, given: CodeAttempt): Promise<void> {
  const { accountId: account, address, device } = given;
  const isKnownAddress = () => hasSignedInFrom(db, given);
  return countAttempt(db, getKind(given), { account, address, device, isKnownAddress });
}

/** Uncounts the attempt after a correct code. */
export function forgiveCodeAttempt(db: Db, given: CodeAttempt): Promise<void> {
  return forgiveAttempt(db, getKind(given), { ...given, account: given.accountId });
}

function getKind({ code }: CodeAttempt): 'second-factor' | 'recovery-code' {
  return isAppCode(code) ? 'second-factor' : 'recovery-code';
}

/** Sign-ins from before two-factor prove little, because a password was enough. */
async function hasSignedInFrom(db: Db, { accountId, address }: CodeAttempt): Promise<boolean> {
  const rows = await db
    .selectDistinct({ address: auditEvents.address })
    .from(auditEvents)
    .innerJoin(twoFactors, eq(twoFactors.accountId, auditEvents.accountId))
    .where(
      and(
        eq(auditEvents.accountId, accountId),
        eq(auditEvents.action, 'session.created'),
        gte(auditEvents.at, twoFactors.confirmedAt),
        isNotNull(auditEvents.address),
      ),
    );
  return rows.some((row) => row.address !== null && toNetwork(row.address) === toNetwork(address));
}
