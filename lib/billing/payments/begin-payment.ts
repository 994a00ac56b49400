import { payments } from '#drizzle/schema/payments';
import { formatMoney } from '#lib/messages/format';
import type { Db } from '#lib/db/connect';
import { newId } from '#lib/ids/new-id';
import { Refusal } from '#lib/refusal';
import * as faultTexts from '#messages/faults';

/** The smallest and the largest top-up, in cents. */
export const topUpLimits = { minCents: 5_00, maxCents: 1000_00 };

/**
 * Notes that the account is about to pay this many cents, and returns the payment's id. No money has moved. Refuses
 * an amount outside the limits.
 */
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
