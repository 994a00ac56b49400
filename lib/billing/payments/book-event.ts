import { and, eq, isNull, or, sql } from 'drizzle-orm';
import { accounts } from '#drizzle/schema/accounts';
import { paymentEvents } from '#drizzle/schema/payment-events';
import { payments } from '#drizzle/schema/payments';
import { addToBalance } from '#lib/billing/add-to-balance';
import type { ActedBy } from '#lib/audit/actor';
import { recordEvent } from '#lib/audit/record-events';
import type { Db, Tx } from '#lib/db/connect';
import { log } from '#lib/settings/log';
import type { PaidEvent, ReturnEvent } from '#lib/billing/payments/payment-event';
import { collectOwed, followReturns } from '#lib/billing/payments/follow-returns';

/**
 * Applies a provider's event to the balance, once per event, in any order. Credits a payment if its provider, checkout
 * and amount are those that we began; logs anything else for the operator. Refunds and disputes beyond the balance are
 * owed, and deducted from the next payment.
 */
export async function bookEvent(db: Db, event: PaidEvent | ReturnEvent, { by }: ActedBy = {}): Promise<void> {
  const outcome = await db.transaction((tx) => book(tx, event, by));
  if (outcome === 'unexpected') {
    log().error({ event }, 'unexpected payment, nothing credited');
  } else if (outcome.owedCents > 0) {
    log().error({ eventId: event.id, ...outcome }, 'returned payment exceeds the balance of the account');
  }
}

async function book(
  tx: Tx,
  event: PaidEvent | ReturnEvent,
  by: ActedBy['by'],
): Promise<'unexpected' | { accountId?: string; owedCents: number }> {
  const nothing = { owedCents: 0 };
  // Serializes events of one payment: a concurrent refund and payment could each miss the other.
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${event.intentReference}, 0))`);
  const { id, intentReference, kind, subject, amountCents } = event;
  const fresh = await tx
    .insert(paymentEvents)
    .values({ id, intentReference, kind, subject, amountCents })
    .onConflictDoNothing()
    .returning({ id: paymentEvents.id });
  if (fresh.length === 0) return nothing;
  if (event.kind === 'paid' && (await credit(tx, event, by)) === 'unexpected') return 'unexpected';
  const [payment] = await tx
    .select({ id: payments.id, accountId: payments.accountId })
    .from(payments)
    .where(eq(payments.intentReference, intentReference));
  if (payment === undefined) return nothing;
  const { accountId } = payment;
  // Locks the account's payments, but no more: a job being submitted references the account, and waits for us to hold
  // its price.
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('no key update');
  await followReturns(tx, payment.id);
  return { accountId, owedCents: await collectOwed(tx, accountId) };
}

async function credit(
  tx: Tx,
  event: PaidEvent,
  by: ActedBy['by'],
): Promise<'credited' | 'already' | 'unexpected'> {
  const { paymentId, provider, amountCents, intentReference, subject } = event;
  const asBegun = and(
    eq(payments.id, paymentId),
    eq(payments.provider, provider),
    eq(payments.amountCents, amountCents),
    or(isNull(payments.checkoutReference), eq(payments.checkoutReference, subject)),
  );
  const [paid] = await tx
    .update(payments)
    .set({ paidAt: sql`now()`, intentReference, checkoutReference: subject })
    .where(and(asBegun, isNull(payments.paidAt)))
    .returning({ accountId: payments.accountId });
  if (paid !== undefined) {
    const { accountId } = paid;
    await addToBalance(tx, { accountId, kind: 'payment', amountCents, paymentId });
    const target = { id: paymentId };
    const details = { amountCents };
    await recordEvent(tx, { accountId, action: 'payment.received', by, target, details });
    return 'credited';
  }
  const [same] = await tx
    .select({ id: payments.id })
    .from(payments)
    .where(and(asBegun, eq(payments.intentReference, intentReference)));
  return same === undefined ? 'unexpected' : 'already';
}
