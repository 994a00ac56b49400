import type { Session } from '#app/session';
import type { Credit } from '#components/jobs/live/jobs-query.ts';
import { readAccount } from '#lib/billing/read-account';
import { canHaveSample } from '#lib/billing/holds/sample';

/** Reads the account's balance, and whether the sample is free. */
export async function readCredit({ db, accountId }: Pick<Session, 'db' | 'accountId'>): Promise<Credit> {
  const [{ balanceCents }, isSampleFree] = await Promise.all([
    readAccount(db, { accountId }),
    canHaveSample(db, { accountId }),
  ]);
  return { balanceCents, isSampleFree };
}
