import { readAccount } from '#lib/billing/read-account';
import type { Db } from '#lib/db/connect';

/** As `readAccount`, for programs: where transcribing is free there is no money, and the balance is 0. */
export async function readAvailableBalance(
  db: Db,
  account: { accountId: string },
  { priceCentsPerMinute }: { priceCentsPerMinute: number },
): Promise<{ email: string; balanceCents: number }> {
  const read = await readAccount(db, account);
  return priceCentsPerMinute > 0 ? read : { ...read, balanceCents: 0 };
}
