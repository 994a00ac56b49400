import { and, asc, eq, gt, ne, sql } from 'drizzle-orm';
import { paymentEvents } from '#drizzle/schema/payment-events';
import { payments } from '#drizzle/schema/payments';
import { addToBalance } from '#lib/billing/add-to-balance';
import { readAccount } from '#lib/billing/read-account';
import { recordEvent } from '#lib/audit/record-events';
import type { Tx } from '#lib/db/connect';
import { returnedCents, type ReturnFact } from '#lib/billing/payments/payment-event';

/**
 * Computes the returned amount of a payment from its events, and credits what was deducted too much, such as for a
 * dispute that was won. The caller locks the account's row.
 */
export async function followReturns(tx: Tx, paymentId: string): Promise<void> {
  const [payment] = await tx.select().from(payments).where(eq(payments.id, paymentId));
  if (payment?.intentReference === null || payment === undefined) return;
  const facts = await tx
    .select({
      kind: sql<ReturnFact['kind']>`${paymentEvents.kind}`,
      subject: paymentEvents.subject,
      amountCents: paymentEvents.amountCents,
    })
    .from(paymentEvents)
    .where(and(eq(paymentEvents.intentReference, payment.intentReference), ne(paymentEvents.kind, 'paid')));
  const returned = returnedCents(facts, payment.amountCents);
  const target = { id: paymentId };
  const details = { amountCents: payment.returnedCents - returned };
  if (details.amountCents !== 0) {
    const { accountId } = payment;
    await recordEvent(tx, { accountId, action: 'payment.returned', by: undefined, target, details });
  }
  const debitedCents = Math.min(payment.debitedCents, returned);
  await tx.update(payments).set({ returnedCents: returned, debitedCents }).where(eq(payments.id, paymentId));
  const amountCents = payment.debitedCents - debitedCents;
  await addToBalance(tx, { accountId: payment.accountId, kind: 'refund', amountCents, paymentId });
}

/**
 * Deducts the account's returned payments, oldest first, from its balance as far as it lasts. Returns the cents still
 * owed. The caller locks the account's row.
 */
export async function collectOwed(tx: Tx, accountId: string): Promise<number> {
  let { balanceCents: leftCents } = await readAccount(tx, { accountId });
  let stillOwedCents = 0;
  const owing = await tx
    .select()
    .from(payments)
    .where(and(eq(payments.accountId, accountId), gt(payments.returnedCents, payments.debitedCents)))
    .orderBy(asc(payments.paidAt), asc(payments.id));
  for (const { id: paymentId, returnedCents: returned, debitedCents } of owing) {
    const takenCents = Math.min(returned - debitedCents, leftCents);
    leftCents -= takenCents;
    stillOwedCents += returned - debitedCents - takenCents;
    if (takenCents === 0) continue;
    const balance = await addToBalance(tx, {
      accountId,
      kind: 'refund',
      amountCents: -takenCents,
      paymentId,
    });
    if (balance === undefined) throw new Error(`the balance of account ${accountId} moved while it was held`);
    await tx
      .update(payments)
      .set({ debitedCents: debitedCents + takenCents })
      .where(eq(payments.id, paymentId));
  }
  return stillOwedCents;
}
