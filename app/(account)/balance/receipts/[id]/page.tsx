import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { requireBillingSession } from '#app/(account)/balance/require-billing-session';
import { NarrowPage } from '#components/shell/narrow-page';
import { Receipt, type ReceiptView } from '#components/account/billing/receipt';
import { PageFrame } from '#components/shell/page-frame';
import * as balanceTexts from '#messages/balance';
import * as texts from '#messages/receipt';
import { env } from '#lib/settings/env';
import { findPayment, type Payment } from '#lib/billing/payments/find-payment';
import { formatMoney } from '#lib/messages/format';

export const dynamic = 'force-dynamic';
export const generateMetadata = (): Metadata => ({ title: texts.title() });

export default async function Page({ params }: { params: Promise<{ id: string }> }) {
  const { id } = await params;
  const { db, accountId, email } = await requireBillingSession(`/balance/receipts/${id}`);
  const payment = await findPayment(db, { accountId, paymentId: id });
  const receipt = payment && presentReceipt(payment, { email, baseUrl: env().baseUrl });
  if (receipt === undefined) notFound();
  return (
    <PageFrame email={email}>
      <NarrowPage back={{ href: '/balance', label: balanceTexts.title() }} title={texts.title()}>
        <Receipt receipt={receipt} />
      </NarrowPage>
    </PageFrame>
  );
}

/** The receipt of a payment; undefined while it is not paid. */
function presentReceipt(
  { id, paidAt, provider, amountCents, returnedCents }: Payment,
  { email, baseUrl }: { email: string; baseUrl: string },
): ReceiptView | undefined {
  if (paidAt === null) return undefined;
  return {
    number: id,
    paidAt: paidAt.toISOString(),
    email,
    host: new URL(baseUrl).host,
    provider,
    amount: formatMoney(amountCents),
    returned: returnedCents > 0 ? formatMoney(returnedCents) : undefined,
  };
}
