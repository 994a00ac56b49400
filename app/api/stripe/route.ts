import { readText } from '#lib/api/body/read-body';
import { database } from '#lib/db/database';
import { env } from '#lib/settings/env';
import { log } from '#lib/settings/log';
import { receiveStripeEvent } from '#lib/billing/payments/receive-stripe-event';
import { Refusal } from '#lib/refusal';

/** Stripe's events are a few kilobytes. */
const maxBytes = 1024 * 1024;

/** Receives Stripe's payment events, the only way that payments are credited. Stripe retries for three days. */
export async function POST(request: Request): Promise<Response> {
  const { payments } = env();
  if (payments.kind !== 'stripe') return new Response(null, { status: 404 });
  try {
    const body = await readText(request, { maxBytes });
    const signature = request.headers.get('stripe-signature') ?? '';
    const result = await receiveStripeEvent(database().db, { body, signature }, payments);
    return new Response(null, { status: result === 'received' ? 200 : 400 });
  } catch (error) {
    if (error instanceof Refusal) return new Response(null, { status: 400 });
    log().error({ err: error }, 'unhandled error in Stripe event');
    return new Response(null, { status: 500 });
  }
}
