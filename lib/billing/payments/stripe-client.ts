import { Stripe } from 'stripe';
import type { Payments } from '#lib/settings/env';

/** Settings for payments through Stripe. */
export type StripeSettings = Extract<Payments, { kind: 'stripe' }>;

const timeoutMs = 20_000;

/** Creates a client of Stripe's API, in the library's own API version. It sends no telemetry. */
export function stripeClient({ secretKey, apiBase }: StripeSettings): Stripe {
  const { protocol, hostname, port } = new URL(apiBase);
  const isHttps = protocol === 'https:';
  return new Stripe(secretKey, {
    protocol: isHttps ? 'https' : 'http',
    host: hostname,
    port: port || (isHttps ? 443 : 80),
    timeout: timeoutMs,
    maxNetworkRetries: 2,
    telemetry: false,
  });
}
