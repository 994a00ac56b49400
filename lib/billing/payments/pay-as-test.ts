import type { ActedBy } from '#lib/audit/actor';
import type { Db } from '#lib/db/connect';
import { bookEvent } from '#lib/billing/payments/book-event';
import { findPayment } from '#lib/billing/payments/begin-payment';
import { Refusal } from '#lib/refusal';

/**
 * Completes a test payment: no money moves; an event credits the balance like a provider's. Repeatable. Refuses
 * anything but a test payment of the account.
 */
export async function payAsTest(
  db: Db,
  { accountId, paymentId, by }: { accountId: string; paymentId: string } & ActedBy,
): Promise<void> {
  const payment = await findPayment(db, { accountId, paymentId });
  if (payment?.provider !== 'test') {
    throw new Refusal({
      kind: 'invalid-parameters',
      parameters: { payment: ['Unknown test payment.'] },
    });
  }
  const name = `test_${paymentId}`;
  const event = {
    id: name,
    kind: 'paid',
    provider: 'test',
    paymentId,
    intentReference: name,
    subject: name,
    amountCents: payment.amountCents,
  } as const;
  await bookEvent(db, event, { by });
}
