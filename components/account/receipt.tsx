import type { ReactNode } from 'react';
import { PrintButton } from '#components/account/print-button';
import { LocalTime } from '#components/local-time';
import { paymentTexts as texts } from '#components/texts/balance';
import styles from './receipt.module.css';

/** A payment that was made, as its receipt shows it. Amounts are written out. */
export interface ShownReceipt {
  number: string;
  paidAt: string;
  email: string;
  host: string;
  provider: 'stripe' | 'test';
  amount: string;
  /** What refunds and disputes have taken since; undefined when nothing. */
  returned: string | undefined;
}

/** A receipt to read and to print. */
export function Receipt({ receipt }: { receipt: ShownReceipt }) {
  const { facts } = texts;
  return (
    <>
      <p className={styles['issuer']}>{texts.issuer(receipt.host)}</p>
      <dl className={styles['facts']}>
        <Fact name={facts.number}>{receipt.number}</Fact>
        <Fact name={facts.date}>
          <LocalTime iso={receipt.paidAt} />
        </Fact>
        <Fact name={facts.account}>{receipt.email}</Fact>
        <Fact name={facts.what}>{texts.what}</Fact>
        <Fact name={facts.how}>{texts.how[receipt.provider]}</Fact>
        <div className={styles['amount']}>
          <dt>{facts.amount}</dt>
          <dd>{receipt.amount}</dd>
        </div>
        {receipt.returned !== undefined && <Fact name={facts.returned}>{receipt.returned}</Fact>}
      </dl>
      <PrintButton>{texts.print}</PrintButton>
    </>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  );
}
