import { Title } from '@mantine/core';
import { requireBillingSession } from '#app/(account)/balance/own-balance';
import { readUsage } from '#lib/billing/usage/read-usage';
import { formatDate, formatMoney } from '#lib/messages/format';
import * as texts from '#messages/balance';
import styles from './usage-chart.module.css';

/** A day of the chart, with its formatted date and charge. */
interface UsageDayView {
  day: string;
  label: string;
  cents: number;
  amount: string;
}

/** The charges of the last 30 days, as a bar chart and a table. */
export async function UsageChart() {
  const { db, accountId } = await requireBillingSession('/balance');
  const usage = await readUsage(db, { accountId, days: 30, now: new Date() });
  const total = formatMoney(usage.reduce((sum, { cents }) => sum + cents, 0));
  const days = usage.map(({ day, cents }) => ({
    day,
    label: formatDate(day, 'monthDay', 'UTC'),
    cents,
    amount: formatMoney(cents),
  }));
  const highest = days.reduce((high, day) => (day.cents > high.cents ? day : high));
  return (
    <section aria-labelledby="usage">
      <Title order={2} size="h3" id="usage">
        {texts.usage()}
      </Title>
      {highest.cents === 0 ? (
        <p className={styles['span']}>{texts.noUsage()}</p>
      ) : (
        <>
          <p className={styles['span']}>{texts.usageTotal({ total })}</p>
          <Bars days={days} highest={highest} />
          <details className={styles['details']}>
            <summary>{texts.asTable()}</summary>
            <Table days={days} />
          </details>
        </>
      )}
    </section>
  );
}

function Bars({ days, highest }: { days: UsageDayView[]; highest: UsageDayView }) {
  return (
    <div className={styles['chart']} aria-hidden>
      <div className={styles['scale']}>{highest.amount}</div>
      <svg className={styles['bars']} viewBox={`0 0 ${days.length} 100`} preserveAspectRatio="none">
        {days.map(({ day, label, cents, amount }, index) => {
          // A minimum height keeps small amounts visible.
          const height = cents === 0 ? 0 : Math.max(2, (cents / highest.cents) * 100);
          return (
            <g key={day} className={styles['day']}>
              <title>{`${label}: ${amount}`}</title>
              <rect className={styles['column']} x={index} y={0} width={1} height={100} />
              <rect className={styles['bar']} x={index + 0.15} y={100 - height} width={0.7} height={height} />
            </g>
          );
        })}
      </svg>
      <div className={styles['ends']}>
        <span>{days[0]?.label}</span>
        <span>{days.at(-1)?.label}</span>
      </div>
    </div>
  );
}

function Table({ days }: { days: UsageDayView[] }) {
  return (
    <table className={styles['table']}>
      <thead>
        <tr>
          <th scope="col">{texts.day()}</th>
          <th scope="col">{texts.charged()}</th>
        </tr>
      </thead>
      <tbody>
        {days.map(({ day, label, amount }) => (
          <tr key={day}>
            <th scope="row">{label}</th>
            <td>{amount}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
