import { Title } from '@mantine/core';
import { shownMonths, requireBillingSession } from '#app/(account)/balance/own-balance';
import { toMinutes } from '#lib/billing/usage/export-months';
import { readMonths } from '#lib/billing/usage/read-months';
import { formatDate, formatMoney, formatNumber } from '#lib/messages/format';
import * as texts from '#messages/balance';
import balanceStyles from './balance.module.css';
import styles from './usage-chart.module.css';

/** Minutes and money by month, newest first, back to the first month with any. */
export async function UsageMonths() {
  const { db, accountId } = await requireBillingSession('/balance');
  const months = await readMonths(db, { accountId, months: shownMonths, now: new Date() });
  const first = months.findLastIndex(({ seconds, cents }) => seconds > 0 || cents !== 0);
  if (first === -1) return null;
  return (
    <section aria-labelledby="months">
      <Title order={2} size="h3" id="months">
        {texts.usageByMonth()}
      </Title>
      <p className={styles['span']}>{texts.monthsHint()}</p>
      <div className={styles['details']}>
        <table className={styles['table']}>
          <thead>
            <tr>
              <th scope="col">{texts.month()}</th>
              <th scope="col">{texts.minutes()}</th>
              <th scope="col">{texts.charged()}</th>
            </tr>
          </thead>
          <tbody>
            {months.slice(0, first + 1).map(({ month, seconds, cents }) => (
              <tr key={month}>
                <th scope="row">{formatDate(`${month}-01`, 'month', 'UTC')}</th>
                <td>{formatNumber(toMinutes(seconds))}</td>
                <td>{formatMoney(cents)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <a className={balanceStyles['export']} href="/balance/usage.csv" download>
        {texts.exportMonths()}
      </a>
    </section>
  );
}
