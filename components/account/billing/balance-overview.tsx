import { Alert, Title } from '@mantine/core';
import Link from 'next/link';
import { BalanceWarning, type BalanceWarningProps } from '#components/account/billing/balance-warning';
import { TransactionList, type TransactionView } from '#components/account/billing/transaction-list';
import { RefreshWhile } from '#components/ui/refresh-while';
import { UsageChart, type UsageDayView } from '#components/account/billing/usage-chart';
import { UsageMonths, type UsageMonthView } from '#components/account/billing/usage-months';
import { ButtonLink } from '#components/ui/button-link';
import * as commonTexts from '#messages/common';
import * as texts from '#messages/balance';
import styles from './balance-overview.module.css';

/** The payment that the customer comes back from. */
export interface PaymentView {
  amount: string;
  /** Where its receipt is; undefined while it is not confirmed. */
  receipt: string | undefined;
}

/** One page of the transactions, and what is shown above their newest one. */
export interface BalancePage {
  /** Amounts written out; `owed` is undefined when nothing is. */
  money: { spendable: string; held: string; owed: string | undefined };
  payment: PaymentView | undefined;
  usage: { days: UsageDayView[]; total: string };
  /** Without a charge so far, none. */
  months: UsageMonthView[];
  transactions: TransactionView[];
  isNewest: boolean;
  /** The transaction that the next page ends before. */
  olderBefore: number | undefined;
}

interface Props extends BalancePage {
  /** Whether payments are set up on this server. */
  topUp: 'offered' | 'none';
  /** Undefined where no email can be sent. */
  warning: BalanceWarningProps | undefined;
}

/** The account's money: the balance, what was charged day by day, and the transactions. */
export function BalanceOverview(props: Props) {
  const { money, payment, topUp, usage, months, warning, transactions, isNewest, olderBefore } = props;
  return (
    <>
      <div className={styles['head']}>
        <Title order={1}>{texts.title()}</Title>
        {topUp === 'offered' && (
          <ButtonLink href="/balance/top-up" look="filled">
            {texts.topUp()}
          </ButtonLink>
        )}
      </div>
      {payment !== undefined && <PaymentNotice payment={payment} />}
      {isNewest && (
        <>
          <Figures {...money} />
          <UsageChart {...usage} />
          {months.length > 0 && <UsageMonths months={months} />}
          {warning !== undefined && <BalanceWarning {...warning} />}
        </>
      )}
      <section aria-labelledby="ledger">
        <div className={styles['ledger']}>
          <Title order={2} size="h3" id="ledger">
            {texts.transactions()}
          </Title>
          {transactions.length > 0 && (
            <a className={styles['export']} href="/balance/ledger.csv" download>
              {texts.exportCsv()}
            </a>
          )}
        </div>
        <TransactionList transactions={transactions} />
      </section>
      {(!isNewest || olderBefore !== undefined) && (
        <nav className={styles['pages']} aria-label={texts.pages()}>
          {!isNewest && (
            <ButtonLink href="/balance" look="default">
              {commonTexts.newest()}
            </ButtonLink>
          )}
          {olderBefore !== undefined && (
            <ButtonLink href={`/balance?before=${olderBefore}`} look="default">
              {commonTexts.older()}
            </ButtonLink>
          )}
        </nav>
      )}
    </>
  );
}

function Figures({ spendable, held, owed }: Props['money']) {
  return (
    <dl className={styles['figures']}>
      <div>
        <dt>{texts.available()}</dt>
        <dd className={styles['large']}>{spendable}</dd>
      </div>
      <div>
        <dt>{texts.held()}</dt>
        <dd>{held}</dd>
      </div>
      {owed !== undefined && (
        <div>
          <dt>{texts.owed()}</dt>
          <dd>{owed}</dd>
          <dd className={styles['why']}>{texts.owedHint()}</dd>
        </div>
      )}
    </dl>
  );
}

function PaymentNotice({ payment: { amount, receipt } }: { payment: PaymentView }) {
  return (
    <output className={styles['notice']}>
      <Alert color={receipt === undefined ? 'blue' : 'green'} variant="light" mb="lg" role="presentation">
        {receipt === undefined ? texts.pending({ amount }) : texts.paid({ amount })}{' '}
        {receipt !== undefined && <Link href={receipt}>{texts.viewReceipt()}</Link>}
        <RefreshWhile waiting={receipt === undefined} />
      </Alert>
    </output>
  );
}
