import { Title } from '@mantine/core';
import * as texts from '#messages/balance';
import overview from './balance-overview.module.css';
import styles from './usage-chart.module.css';

/** A month of the table, with how it, its minutes and its amount are written. */
export interface UsageMonthView {
  month: string;
  label: string;
  minutes: string;
  amount: string;
}

/** Minutes and money month by month, the newest first. */
export function UsageMonths({ months }: { months: UsageMonthView[] }) {
  return (
    <section className={styles['box']} aria-labelledby="months" style={{ marginTop: 'var(--space-5)' }}>
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
            {months.map(({ month, label, minutes, amount }) => (
              <tr key={month}>
                <th scope="row">{label}</th>
                <td>{minutes}</td>
                <td>{amount}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <a className={overview['export']} href="/balance/usage.csv" download>
        {texts.exportMonths()}
      </a>
    </section>
  );
}
