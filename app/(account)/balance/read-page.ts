import { presentTransaction } from '#app/(account)/balance/present-transaction';
import type { BalancePage, PaymentView } from '#components/account/billing/balance-overview';
import { formatMoney, formatDate, formatNumber } from '#lib/messages/format';
import { listTransactions } from '#lib/billing/ledger/list-transactions';
import { readBalance } from '#lib/billing/read-balance';
import { readUsage, type DayOfUsage } from '#lib/billing/usage/read-usage';
import type { Db } from '#lib/db/database';
import { findPayment } from '#lib/billing/payments/find-payment';
import { toMinutes } from '#lib/billing/usage/export-months';
import { readMonths, type MonthOfUsage } from '#lib/billing/usage/read-months';
import type { UsageMonthView } from '#components/account/billing/usage-months';
import type { UsageDayView } from '#components/account/billing/usage-chart';

const pageSize = 50;
const chartDays = 30;

/** How many months the page and its file show. */
export const usageMonths = 12;

interface Asked {
  accountId: string;
  before: number | undefined;
  paymentId: string | undefined;
}

/** What the balance page shows, and the limit of the warning as it is written into its field. */
export async function readPage(
  db: Db,
  { accountId, before, paymentId }: Asked,
): Promise<BalancePage & { limit: string }> {
  const [balance, usage, months, entries, payment] = await Promise.all([
    readBalance(db, { accountId }),
    readUsage(db, { accountId, days: chartDays, now: new Date() }),
    readMonths(db, { accountId, months: usageMonths, now: new Date() }),
    // One more than is shown tells whether there are older ones.
    listTransactions(db, { accountId, limit: pageSize + 1, before }),
    presentPayment(db, { accountId, paymentId }),
  ]);
  const { balanceCents, heldCents, owedCents, warnBelowCents } = balance;
  const shown = entries.slice(0, pageSize);
  return {
    money: {
      spendable: formatMoney(balanceCents),
      held: formatMoney(heldCents),
      owed: owedCents > 0 ? formatMoney(owedCents) : undefined,
    },
    payment,
    usage: presentUsage(usage),
    months: presentMonths(months),
    transactions: shown.map(presentTransaction),
    isNewest: before === undefined,
    olderBefore: entries.length > pageSize ? shown.at(-1)?.id : undefined,
    limit: warnBelowCents === null ? '' : (warnBelowCents / 100).toFixed(2),
  };
}

/** The payment that the customer comes back from; undefined when it isn't the account's. */
async function presentPayment(
  db: Db,
  { accountId, paymentId }: { accountId: string; paymentId: string | undefined },
): Promise<PaymentView | undefined> {
  const payment = paymentId === undefined ? undefined : await findPayment(db, { accountId, paymentId });
  if (payment === undefined) return undefined;
  return {
    amount: formatMoney(payment.amountCents),
    receipt: payment.paidAt === null ? undefined : `/balance/receipts/${payment.id}`,
  };
}

/** What was charged day by day, as the chart shows it. */
function presentUsage(usage: DayOfUsage[]): { days: UsageDayView[]; total: string } {
  const days = usage.map(({ day, cents }) => ({
    day,
    label: formatDate(day, 'monthDay', 'UTC'),
    cents,
    amount: formatMoney(cents),
  }));
  return { days, total: formatMoney(usage.reduce((sum, { cents }) => sum + cents, 0)) };
}

/** Minutes and money month by month, without the months before the first one with a charge. */
function presentMonths(months: MonthOfUsage[]): UsageMonthView[] {
  const first = months.findLastIndex(({ seconds, cents }) => seconds > 0 || cents !== 0);
  return months.slice(0, first + 1).map(({ month, seconds, cents }) => ({
    month,
    label: formatDate(`${month}-01`, 'month', 'UTC'),
    minutes: formatNumber(toMinutes(seconds)),
    amount: formatMoney(cents),
  }));
}
