import { Stripe } from 'stripe';
import type { Db } from '#lib/db/connect';
import { log } from '#lib/log';
import { bookEvent } from '#lib/payments/book-event';
import { readStripeEvent } from '#lib/payments/read-stripe-event';
import { stripeClient, type StripeSettings } from '#lib/payments/stripe-client';

/**
 * Books what Stripe posts to us: its raw body and `stripe-signature` header. Answers `forged`, with nothing done,
 * when Stripe has not signed it with our secret in the last five minutes. May be repeated.
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
    log().warn({ reason: error.message }, 'an event that Stripe has not signed was refused');
    return 'forged';
  }
  const { id, type } = event;
  const read = readStripeEvent(event);
  if (read === 'unreadable') {
    log().error({ id, type }, 'an event of Stripe about money cannot be booked: see it in the dashboard');
  } else if (read !== undefined) {
    await bookEvent(db, read);
    log().info({ id, type }, 'an event of Stripe was booked');
  }
  return 'received';
}
