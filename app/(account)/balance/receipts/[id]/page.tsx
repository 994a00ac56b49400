import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import type { ReactNode } from 'react';
import { requireBillingSession } from '#app/(account)/balance/own-balance';
import { NarrowPage } from '#app/(account)/balance/narrow-page.tsx';
import { PageFrame } from '#components/shell/page-frame';
import { LocalTime } from '#components/ui/local-time';
import { findPayment } from '#lib/billing/payments/begin-payment';
import { formatMoney } from '#lib/messages/format';
import { env } from '#lib/settings/env';
import * as balanceTexts from '#messages/balance';
import * as texts from '#messages/receipt';
import { PrintButton } from './print-button';
import styles from './receipt.module.css';

export const generateMetadata = (): Metadata => ({ title: texts.title() });

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const { db, accountId, email } = await requireBillingSession(`/balance/receipts/${id}`);
  const payment = await findPayment(db, { accountId, paymentId: id });
  // A receipt exists only after the payment is confirmed.
  if (payment === undefined || payment.paidAt === null) notFound();
  const { paidAt, provider, amountCents, returnedCents } = payment;
  return (
    <PageFrame email={email}>
      <NarrowPage back={{ href: '/balance', label: balanceTexts.title() }} title={texts.title()}>
        <p className={styles['issuer']}>{texts.issuer({ host: new URL(env().baseUrl).host })}</p>
        <dl className={styles['facts']}>
          <Fact name={texts.number()}>{id}</Fact>
          <Fact name={texts.date()}>
            <LocalTime iso={paidAt.toISOString()} />
          </Fact>
          <Fact name={texts.account()}>{email}</Fact>
          <Fact name={texts.item()}>{texts.itemText()}</Fact>
          <Fact name={texts.method()}>{texts.methods[provider]()}</Fact>
          <div className={styles['amount']}>
            <dt>{texts.amount()}</dt>
            <dd>{formatMoney(amountCents)}</dd>
          </div>
          {returnedCents > 0 && <Fact name={texts.refunded()}>{formatMoney(returnedCents)}</Fact>}
        </dl>
        <PrintButton>{texts.print()}</PrintButton>
      </NarrowPage>
    </PageFrame>
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
