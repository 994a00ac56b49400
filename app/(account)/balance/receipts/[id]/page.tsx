import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { payingCustomer } from '#app/(account)/balance/paying-customer';
import { showReceipt } from '#app/(account)/balance/show-receipt';
import { NarrowPage } from '#components/account/narrow-page';
import { Receipt } from '#components/account/receipt';
import { PageFrame } from '#components/page-frame';
import { paymentTexts as texts } from '#components/texts/balance';
import { env } from '#lib/env';
import { findPayment } from '#lib/payments/find-payment';

export const dynamic = 'force-dynamic';
export const metadata: Metadata = { title: texts.receipt };

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const { db, accountId, email } = await payingCustomer(`/balance/receipts/${id}`);
  const payment = await findPayment(db, { accountId, paymentId: id });
  const receipt = payment && showReceipt(payment, { email, baseUrl: env().baseUrl });
  if (receipt === undefined) notFound();
  return (
    <PageFrame email={email}>
      <NarrowPage back={{ href: '/balance', label: texts.back }} title={texts.receipt}>
        <Receipt receipt={receipt} />
      </NarrowPage>
    </PageFrame>
  );
}
