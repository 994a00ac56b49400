import { Text } from '@mantine/core';
import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { payTest } from '#app/(account)/balance/actions';
import { payingCustomer } from '#app/(account)/balance/paying-customer';
import { NarrowPage } from '#components/account/narrow-page';
import { TestMark } from '#components/account/test-mark';
import { TestPayment } from '#components/account/test-payment';
import { PageFrame } from '#components/page-frame';
import { paymentTexts as texts } from '#components/texts/balance';
import { toDollars } from '#lib/accounts/dollars';
import { env } from '#lib/env';
import { findPayment } from '#lib/payments/find-payment';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: texts.testTitle };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const { db, accountId, email } = await payingCustomer(`/balance/test-payment/${id}`);
  const payment = await findPayment(db, { accountId, paymentId: id });
  if (payment?.provider !== 'test' || env().payments.kind !== 'test') notFound();
  if (payment.paidAt !== null) redirect(`/balance/receipts/${id}`);
  const amount = toDollars(payment.amountCents);
  return (
    <PageFrame email={email}>
      <NarrowPage back={{ href: '/balance', label: texts.back }} title={texts.testTitle}>
        <TestMark />
        <Text mb="lg">{texts.testAsk(amount)}</Text>
        <TestPayment amount={amount} pay={payTest.bind(null, id)} />
      </NarrowPage>
    </PageFrame>
  );
}
