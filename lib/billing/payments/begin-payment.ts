import { payments } from '#drizzle/schema/payments';
import { formatMoney } from '#lib/messages/format';
import type { Db } from '#lib/db/connect';
import { newId } from '#lib/ids/new-id';
import { Refusal } from '#lib/refusal';
import * as faultTexts from '#messages/faults';
import { and, eq } from 'drizzle-orm';

/** The smallest and the largest top-up, in cents. */
export const topUpLimits = { minCents: 5_00, maxCents: 1000_00 };

/** Records the start of a payment and returns its id. No money moves yet. Refuses an amount outside the limits. */
export async function beginPayment(
  db: Db,
  payment: { accountId: string; provider: 'stripe' | 'test'; amountCents: number },
): Promise<string> {
  const { minCents, maxCents } = topUpLimits;
  if (payment.amountCents < minCents || payment.amountCents > maxCents) {
    throw new Refusal({
      kind: 'invalid-parameters',
      parameters: {
        amount: [faultTexts.amountRange({ min: formatMoney(minCents), max: formatMoney(maxCents) })],
      },
    });
  }
  const id = newId();
  await db.insert(payments).values({ id, ...payment });
  return id;
}

/** A payment as stored in the database. */
type Payment = typeof payments.$inferSelect;

/** Finds the account's payment with this id; undefined if there is none. */
export async function findPayment(
  db: Db,
  { accountId, paymentId }: { accountId: string; paymentId: string },
): Promise<Payment | undefined> {
  const [payment] = await db
    .select()
    .from(payments)
    .where(and(eq(payments.accountId, accountId), eq(payments.id, paymentId)));
  return payment;
}
