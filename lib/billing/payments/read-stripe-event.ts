import { z } from 'zod';
import type { PaidEvent, ReturnEvent } from '#lib/billing/payments/payment-event';

/*
 * Reads only the few members that we rely on, which are the same in every version of Stripe's API since 2022, so an
 * endpoint may be set to any of them.
 */

const usd = z.literal('usd');
const amount = z.int().positive();

const checkout = z.object({
  id: z.string(),
  currency: usd,
  amount_total: amount,
  payment_intent: z.string(),
  metadata: z.object({ payment_id: z.string() }),
});
const paidStatus = z.object({ payment_status: z.literal('paid') });
const returned = z.object({
  id: z.string(),
  currency: usd,
  amount,
  payment_intent: z.string(),
  status: z.string().nullable(),
});

/** The members that all types of events share. */
export interface StripeEvent {
  id: string;
  type: string;
  data: { object: unknown };
}

/**
 * Translates a Stripe event about one of our payments; undefined if it isn't about money, `unreadable` if it is but has
 * an unexpected form, such as another currency.
 */
export function readStripeEvent({
  id,
  type,
  data: { object },
}: StripeEvent): PaidEvent | ReturnEvent | 'unreadable' | undefined {
  if (type === 'checkout.session.completed' || type === 'checkout.session.async_payment_succeeded') {
    // Completed but not paid: the payment is under way, and another event reports it.
    return paidStatus.safeParse(object).success ? readPaid(id, object) : undefined;
  }
  if (type.startsWith('refund.')) return readReturn(id, object, toRefundKind);
  if (type.startsWith('charge.dispute.')) return readReturn(id, object, toDisputeKind);
  return undefined;
}

function readPaid(id: string, object: unknown): PaidEvent | 'unreadable' | undefined {
  // The checkout belongs to something else on the same Stripe account.
  if (!z.object({ metadata: checkout.shape.metadata }).safeParse(object).success) return undefined;
  const parsed = checkout.safeParse(object);
  if (!parsed.success) return 'unreadable';
  const { id: subject, amount_total: amountCents, payment_intent: intentReference, metadata } = parsed.data;
  const paymentId = metadata.payment_id;
  return { id, kind: 'paid', provider: 'stripe', paymentId, intentReference, subject, amountCents };
}

function readReturn(
  id: string,
  object: unknown,
  getKind: (status: string | null) => ReturnEvent['kind'] | undefined,
): ReturnEvent | 'unreadable' | undefined {
  // Not a payment of a checkout.
  if (!z.object({ payment_intent: z.string() }).safeParse(object).success) return undefined;
  const parsed = returned.safeParse(object);
  if (!parsed.success) return 'unreadable';
  const { id: subject, amount: amountCents, payment_intent: intentReference, status } = parsed.data;
  const kind = getKind(status);
  return kind && { id, kind, intentReference, subject, amountCents };
}

function toRefundKind(status: string | null): ReturnEvent['kind'] {
  return status === 'failed' || status === 'canceled' ? 'refund_failed' : 'refunded';
}

/** Inquiries (`warning_…`) take no money until they become disputes. */
function toDisputeKind(status: string | null): ReturnEvent['kind'] | undefined {
  if (status === 'warning_needs_response' || status === 'warning_under_review') return undefined;
  return status === 'won' || status === 'warning_closed' ? 'dispute_won' : 'disputed';
}
