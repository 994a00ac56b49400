import type { ReceiptView } from '#components/account/billing/receipt';
import { formatMoney } from '#lib/messages/format';
import type { Payment } from '#lib/billing/payments/find-payment';

/** The receipt of a payment; undefined while it is not paid. */
export function presentReceipt(
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
