import { Stripe } from 'stripe';
import type { Payments } from '#lib/settings/env';

/** The settings of payments through Stripe. */
export type StripeSettings = Extract<Payments, { kind: 'stripe' }>;

const timeoutMs = 20_000;

/** A client of Stripe's API, in the version that the library was made for. It sends nothing but what it is asked. */
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
