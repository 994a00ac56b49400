import { eq } from 'drizzle-orm';
import { payments } from '#drizzle/schema/payments';
import type { Db } from '#lib/db/connect';
import { beginPayment } from '#lib/billing/payments/begin-payment';
import { stripeClient, type StripeSettings } from '#lib/billing/payments/stripe-client';

/**
 * Begins a payment and returns the address of Stripe's checkout page for it. Stripe redirects to `toReturnUrl` of the
 * payment's id once paid, else to `cancelUrl`. Only Stripe's event credits the balance.
 */
export async function beginCheckout(
  db: Db,
  request: {
    accountId: string;
    amountCents: number;
    cancelUrl: string;
    toReturnUrl: (paymentId: string) => string;
  },
  settings: StripeSettings,
): Promise<string> {
  const { accountId, amountCents, cancelUrl, toReturnUrl } = request;
  const paymentId = await beginPayment(db, { accountId, provider: 'stripe', amountCents });
  const metadata = { payment_id: paymentId };
  const session = await stripeClient(settings).checkout.sessions.create(
    {
      mode: 'payment',
      client_reference_id: accountId,
      metadata,
      payment_intent_data: { metadata, description: `Longhand balance, payment ${paymentId}` },
      line_items: [
        {
          quantity: 1,
          price_data: {
            currency: 'usd',
            unit_amount: amountCents,
            product_data: { name: 'Longhand balance' },
          },
        },
      ],
      success_url: toReturnUrl(paymentId),
      cancel_url: cancelUrl,
    },
    { idempotencyKey: paymentId },
  );
  if (session.url === null) throw new Error(`Stripe returned no checkout page for payment ${paymentId}`);
  await db.update(payments).set({ checkoutReference: session.id }).where(eq(payments.id, paymentId));
  return session.url;
}
