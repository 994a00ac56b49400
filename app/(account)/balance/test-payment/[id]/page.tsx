import { Text } from '@mantine/core';
import type { Metadata } from 'next';
import { notFound, redirect } from 'next/navigation';
import { requireBillingSession } from '#app/(account)/balance/own-balance';
import { NarrowPage } from '#app/(account)/balance/narrow-page.tsx';
import { TestBadge } from '#app/(account)/balance/test-badge.tsx';
import { toWayBack } from '#app/(account)/balance/way-back';
import { TestPayment } from './test-payment';
import { PageFrame } from '#components/shell/page-frame';
import { formatMoney } from '#lib/messages/format';
import * as balanceTexts from '#messages/balance';
import * as texts from '#messages/test-payment';
import { env } from '#lib/settings/env';
import { findPayment } from '#lib/billing/payments/begin-payment';

export const generateMetadata = (): Metadata => ({ title: texts.title() });

type Query = Promise<Record<string, string | string[] | undefined>>;

export default async function Page({
  params,
  searchParams,
}: {
  params: Promise<{ id: string }>;
  searchParams: Query;
}) {
  const to = toWayBack((await searchParams)['to']);
  const { id } = await params;
  const { db, accountId, email } = await requireBillingSession(`/balance/test-payment/${id}`);
  const payment = await findPayment(db, { accountId, paymentId: id });
  if (payment?.provider !== 'test' || env().payments.kind !== 'test') notFound();
  if (payment.paidAt !== null) redirect(`/balance/receipts/${id}`);
  const amount = formatMoney(payment.amountCents);
  return (
    <PageFrame email={email}>
      <NarrowPage back={{ href: '/balance', label: balanceTexts.title() }} title={texts.title()}>
        <TestBadge />
        <Text mb="lg">{texts.lead({ amount })}</Text>
        <TestPayment paymentId={id} amount={amount} to={to} />
      </NarrowPage>
    </PageFrame>
  );
}
