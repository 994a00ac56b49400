import { readText } from '#lib/api/read-text';
import { pageDatabase } from '#lib/api/page-database';
import { env } from '#lib/env';
import { log } from '#lib/log';
import { receiveStripeEvent } from '#lib/payments/receive-stripe-event';
import { Refusal } from '#lib/refusal';

/** Stripe's events are some kilobytes long. */
const maxBytes = 1024 * 1024;

/** Where Stripe posts what became of payments: the only thing that credits them. It tries again for three days. */
export async function POST(request: Request): Promise<Response> {
  const { payments } = env();
  if (payments.kind !== 'stripe') return new Response(null, { status: 404 });
  try {
    const body = await readText(request, { maxBytes });
    const signature = request.headers.get('stripe-signature') ?? '';
    const outcome = await receiveStripeEvent(pageDatabase(), { body, signature }, payments);
    return new Response(null, { status: outcome === 'received' ? 200 : 400 });
  } catch (error) {
    if (error instanceof Refusal) return new Response(null, { status: 400 });
    log().error({ err: error }, 'an event of Stripe met a defect');
    return new Response(null, { status: 500 });
  }
}
