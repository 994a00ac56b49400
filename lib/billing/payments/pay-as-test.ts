import type { ActedBy } from '#lib/audit/actor';
import type { Db } from '#lib/db/connect';
import { bookEvent } from '#lib/billing/payments/book-event';
import { findPayment } from '#lib/billing/payments/find-payment';
import { Refusal } from '#lib/refusal';

/**
 * Has a test payment made: no money moves, and the balance is credited by an event as from any provider. May be
 * repeated. Refuses what is no test payment of the account.
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
