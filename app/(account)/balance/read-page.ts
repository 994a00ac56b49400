import { showEntry } from '#app/(account)/balance/show-ledger';
import { showUsage } from '#app/(account)/balance/show-usage';
import type { BalancePage, ShownPayment } from '#components/account/balance-overview';
import { toDollars } from '#lib/accounts/dollars';
import { listLedger } from '#lib/accounts/list-ledger';
import { readBalance } from '#lib/accounts/read-balance';
import { readUsage } from '#lib/accounts/read-usage';
import type { PageDatabase } from '#lib/api/page-database';
import { findPayment } from '#lib/payments/find-payment';

const pageSize = 50;
const chartDays = 30;

interface Asked {
  accountId: string;
  before: number | undefined;
  paymentId: string | undefined;
}

/** What the balance page shows, and the limit of the warning as it is written into its field. */
export async function readPage(
  db: PageDatabase,
  { accountId, before, paymentId }: Asked,
): Promise<BalancePage & { limit: string }> {
  const [balance, usage, entries, payment] = await Promise.all([
    readBalance(db, { accountId }),
    readUsage(db, { accountId, days: chartDays, now: new Date() }),
    // One more than is shown tells whether there are older ones.
    listLedger(db, { accountId, limit: pageSize + 1, before }),
    showPayment(db, { accountId, paymentId }),
  ]);
  const { balanceCents, heldCents, owedCents, warnBelowCents } = balance;
  const shown = entries.slice(0, pageSize);
  return {
    money: {
      spendable: toDollars(balanceCents),
      held: toDollars(heldCents),
      owed: owedCents > 0 ? toDollars(owedCents) : undefined,
    },
    payment,
    usage: showUsage(usage),
    entries: shown.map(showEntry),
    isNewest: before === undefined,
    olderBefore: entries.length > pageSize ? shown.at(-1)?.id : undefined,
    limit: warnBelowCents === null ? '' : (warnBelowCents / 100).toFixed(2),
  };
}

/** What is said of the payment that the customer comes back from; undefined when it is none of the account's. */
async function showPayment(
  db: PageDatabase,
  { accountId, paymentId }: { accountId: string; paymentId: string | undefined },
): Promise<ShownPayment | undefined> {
  const payment = paymentId === undefined ? undefined : await findPayment(db, { accountId, paymentId });
  if (payment === undefined) return undefined;
  return {
    amount: toDollars(payment.amountCents),
    receipt: payment.paidAt === null ? undefined : `/balance/receipts/${payment.id}`,
  };
}
