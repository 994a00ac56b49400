/*
 * Payment events of a provider arrive in any order and more than once, so amounts are never summed on arrival: the
 * returned amount of a payment is computed from all its events, and the balance follows.
 */

/** A payment that was made. Its refunds and disputes name `intentReference`. */
export interface PaidEvent {
  kind: 'paid';
  id: string;
  provider: 'stripe' | 'test';
  paymentId: string;
  intentReference: string;
  /** The provider's ID of the checkout. */
  subject: string;
  amountCents: number;
}

/** A fact about one refund or dispute; `subject` is the provider's ID of it. */
export interface ReturnFact {
  kind: 'refunded' | 'refund_failed' | 'disputed' | 'dispute_won';
  subject: string;
  amountCents: number;
}

/** Money returned to the customer, or such a return undone. */
export interface ReturnEvent extends ReturnFact {
  id: string;
  intentReference: string;
}

/**
 * Returns the cents of a payment that refunds and disputes have taken, at most what was paid. Failed refunds and won
 * disputes count as nothing. The order of facts doesn't matter.
 */
export function returnedCents(facts: ReturnFact[], paidCents: number): number {
  const undone = new Set(facts.filter(isUndone).map(({ subject }) => subject));
  const taken = new Map<string, number>();
  for (const { subject, amountCents } of facts) {
    if (!undone.has(subject)) taken.set(subject, Math.max(taken.get(subject) ?? 0, amountCents));
  }
  const sum = [...taken.values()].reduce((total, cents) => total + cents, 0);
  return Math.min(sum, paidCents);
}

function isUndone({ kind }: ReturnFact): boolean {
  return kind === 'refund_failed' || kind === 'dispute_won';
}
