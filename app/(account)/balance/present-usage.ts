import type { UsageDayView } from '#components/account/billing/usage-chart';
import { formatDate, formatMoney } from '#lib/messages/format';
import type { DayOfUsage } from '#lib/billing/read-usage';

/** What was charged day by day, as the chart shows it. */
export function presentUsage(usage: DayOfUsage[]): { days: UsageDayView[]; total: string } {
  const days = usage.map(({ day, cents }) => ({
    day,
    label: formatDate(day, 'monthDay', 'UTC'),
    cents,
    amount: formatMoney(cents),
  }));
  return { days, total: formatMoney(usage.reduce((sum, { cents }) => sum + cents, 0)) };
}
