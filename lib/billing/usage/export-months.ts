import { csvLine, csvStart } from '#lib/billing/ledger/csv';
import type { MonthOfUsage } from '#lib/billing/usage/read-months';

/** Formats each month's minutes and charges as CSV; minutes have one decimal. */
export function exportMonths(months: MonthOfUsage[]): string {
  const lines = months.map(({ month, seconds, cents }) => csvLine([month, toMinutes(seconds), cents / 100]));
  return csvStart + csvLine(['month_utc', 'minutes', 'amount_usd']) + lines.join('');
}

/** Converts seconds to minutes with one decimal. */
export function toMinutes(seconds: number): number {
  return Math.round(seconds / 6) / 10;
}
