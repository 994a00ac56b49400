import { Alert } from '@mantine/core';
import { requireBillingSession } from '#app/(account)/balance/own-balance';
import { Link } from '#components/ui/link';
import { RefreshWhile } from '#components/ui/refresh-while';
import { findPayment } from '#lib/billing/payments/begin-payment';
import { formatMoney } from '#lib/messages/format';
import * as texts from '#messages/balance';

/** The payment that the customer returns from. Renders nothing if it isn't the account's. */
export async function PaymentNotice({ paymentId }: { paymentId: string }) {
  const { db, accountId } = await requireBillingSession('/balance');
  const payment = await findPayment(db, { accountId, paymentId });
  if (payment === undefined) return null;
  const amount = formatMoney(payment.amountCents);
  const isPaid = payment.paidAt !== null;
  return (
    <output style={{ display: 'block' }}>
      <Alert color={isPaid ? 'green' : 'blue'} variant="light" mb="lg" role="presentation">
        {isPaid ? texts.paid({ amount }) : texts.pending({ amount })}{' '}
        {isPaid && (
          <Link href={`/balance/receipts/${payment.id}`} style={{ color: 'var(--color-accent)' }}>
            {texts.viewReceipt()}
          </Link>
        )}
        <RefreshWhile waiting={!isPaid} />
      </Alert>
    </output>
  );
}
