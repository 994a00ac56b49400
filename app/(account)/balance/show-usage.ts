import type { ShownDay } from '#components/account/usage-chart';
import { toDollars } from '#lib/accounts/dollars';
import type { DayOfUsage } from '#lib/accounts/read-usage';

const inWords = new Intl.DateTimeFormat('en', { month: 'short', day: 'numeric', timeZone: 'UTC' });

/** What was charged day by day, as the chart shows it. */
export function showUsage(usage: DayOfUsage[]): { days: ShownDay[]; total: string } {
  const days = usage.map(({ day, cents }) => ({
    day,
    label: inWords.format(new Date(day)),
    cents,
    amount: toDollars(cents),
  }));
  return { days, total: toDollars(usage.reduce((sum, { cents }) => sum + cents, 0)) };
}
