import { Stripe } from 'stripe';
import type { Db } from '#lib/db/connect';
import { log } from '#lib/settings/log';
import { bookEvent } from '#lib/billing/payments/book-event';
import { readStripeEvent } from '#lib/billing/payments/read-stripe-event';
import { stripeClient, type StripeSettings } from '#lib/billing/payments/stripe-client';

/**
 * Books an event that Stripe posts to us: its raw body and `stripe-signature` header. Returns `forged`, and does
 * nothing, unless Stripe signed it with our secret in the last five minutes. Repeatable.
 */
export async function receiveStripeEvent(
  db: Db,
  { body, signature }: { body: string; signature: string },
  settings: StripeSettings,
): Promise<'received' | 'forged'> {
  const { webhooks } = stripeClient(settings);
  let event: Stripe.Event;
  try {
    event = webhooks.constructEvent(body, signature, settings.webhookSecret);
  } catch (error) {
    if (!(error instanceof Stripe.errors.StripeSignatureVerificationError)) throw error;
    log().warn({ reason: error.message }, 'Stripe event with an invalid signature rejected');
    return 'forged';
  }
  const { id, type } = event;
  const read = readStripeEvent(event);
  if (read === 'unreadable') {
    log().error({ id, type }, 'Stripe event about money not booked, check the dashboard');
  } else if (read !== undefined) {
    await bookEvent(db, read);
    log().info({ id, type }, 'Stripe event booked');
  }
  return 'received';
}
