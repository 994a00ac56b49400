import { parseCents } from '#lib/billing/parse-cents';
import { invalidParameter } from '#lib/refusal';
import * as texts from '#messages/balance';

/** Parses dollars such as "12.50", or "12,50" as in some locales, into cents. Refuses anything else. */
export function toCents(given: string): number {
  const cents = parseCents(given.replace(',', '.'));
  if (cents !== undefined) return cents;
  throw invalidParameter('amount', texts.amountInvalid());
}
