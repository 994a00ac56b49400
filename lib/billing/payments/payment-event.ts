/*
 * Payment events of a provider. They come in any order and more than once, so nothing is ever added up as they arrive: what has
 * been returned of a payment is counted from all its events, and the balance follows.
 */

/** That a payment was made. `intentReference` is what its refunds and disputes will name. */
export interface PaidEvent {
  kind: 'paid';
  id: string;
  provider: 'stripe' | 'test';
  paymentId: string;
  intentReference: string;
  /** The provider's name of the checkout. */
  subject: string;
  amountCents: number;
}

/** One event about one refund or dispute; `subject` is the provider's name of it. */
export interface ReturnFact {
  kind: 'refunded' | 'refund_failed' | 'disputed' | 'dispute_won';
  subject: string;
  amountCents: number;
}

/** That money goes back to the customer, or comes to us after all. */
export interface ReturnEvent extends ReturnFact {
  id: string;
  intentReference: string;
}

/**
 * The cents of a payment that refunds and disputes have taken, whatever the order of the events: a refund that
 * failed and a dispute that was won have taken nothing, and all of them together no more than was paid.
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
