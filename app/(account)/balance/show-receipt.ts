import type { ShownReceipt } from '#components/account/receipt';
import { toDollars } from '#lib/accounts/dollars';
import type { Payment } from '#lib/payments/find-payment';

/** The receipt of a payment; undefined while it is not paid. */
export function showReceipt(
  { id, paidAt, provider, amountCents, returnedCents }: Payment,
  { email, baseUrl }: { email: string; baseUrl: string },
): ShownReceipt | undefined {
  if (paidAt === null) return undefined;
  return {
    number: id,
    paidAt: paidAt.toISOString(),
    email,
    host: new URL(baseUrl).host,
    provider,
    amount: toDollars(amountCents),
    returned: returnedCents > 0 ? toDollars(returnedCents) : undefined,
  };
}
