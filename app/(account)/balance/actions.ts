'use server';

import { z } from 'zod';
import { act } from '#app/act';
import { toDollars } from '#lib/accounts/dollars';
import { parseCents } from '#lib/accounts/parse-cents';
import { warnBelow } from '#lib/accounts/warn-below';
import { env } from '#lib/env';
import { beginCheckout } from '#lib/payments/begin-checkout';
import { beginPayment } from '#lib/payments/begin-payment';
import { payAsTest } from '#lib/payments/pay-as-test';
import { Refusal } from '#lib/refusal';

const text = z.string().max(100);

/** Begins a payment of dollars such as "12.50", and tells where it is made. */
export async function beginTopUp(given: string) {
  return act(async ({ db, accountId }) => {
    const amountCents = centsOf(given);
    const { payments, baseUrl } = env();
    switch (payments.kind) {
      case 'stripe':
        return { url: await beginCheckout(db, { accountId, amountCents, baseUrl }, payments) };
      case 'test': {
        const id = await beginPayment(db, { accountId, provider: 'test', amountCents });
        return { url: `/balance/test-payment/${id}` };
      }
      case 'none':
        throw new Refusal({
          kind: 'invalid-parameters',
          parameters: { amount: ['Payments are not set up on this server.'] },
        });
    }
  });
}

/** Makes a test payment, and tells where its outcome is shown. */
export async function payTest(paymentId: string) {
  return act(async ({ db, accountId }) => {
    if (env().payments.kind !== 'test') throw new Error('test payments are turned off');
    await payAsTest(db, { accountId, paymentId: text.parse(paymentId) });
    return { url: `/balance?payment=${paymentId}` };
  });
}

/** Sets below how many dollars the owner is warned, "" for never, and tells how that reads. */
export async function setWarning(limit: string) {
  return act(async ({ db, accountId }) => {
    const limitCents = limit === '' ? null : centsOf(limit);
    await warnBelow(db, { accountId, limitCents });
    return { shown: limitCents === null ? undefined : toDollars(limitCents) };
  });
}

function centsOf(given: string): number {
  const cents = parseCents(text.parse(given));
  if (cents !== undefined) return cents;
  throw new Refusal({
    kind: 'invalid-parameters',
    parameters: { amount: ['Write an amount such as 25 or 12.50.'] },
  });
}
