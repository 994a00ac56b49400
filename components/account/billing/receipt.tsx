import type { ReactNode } from 'react';
import { PrintButton } from '#components/account/billing/print-button';
import { LocalTime } from '#components/ui/local-time';
import * as texts from '#messages/receipt';
import styles from './receipt.module.css';

/** A payment that was made, as its receipt shows it. Amounts are written out. */
export interface ReceiptView {
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
export function Receipt({ receipt }: { receipt: ReceiptView }) {
  return (
    <>
      <p className={styles['issuer']}>{texts.issuer({ host: receipt.host })}</p>
      <dl className={styles['facts']}>
        <Fact name={texts.number()}>{receipt.number}</Fact>
        <Fact name={texts.date()}>
          <LocalTime iso={receipt.paidAt} />
        </Fact>
        <Fact name={texts.account()}>{receipt.email}</Fact>
        <Fact name={texts.item()}>{texts.itemText()}</Fact>
        <Fact name={texts.method()}>{texts.methods[receipt.provider]()}</Fact>
        <div className={styles['amount']}>
          <dt>{texts.amount()}</dt>
          <dd>{receipt.amount}</dd>
        </div>
        {receipt.returned !== undefined && <Fact name={texts.refunded()}>{receipt.returned}</Fact>}
      </dl>
      <PrintButton>{texts.print()}</PrintButton>
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
