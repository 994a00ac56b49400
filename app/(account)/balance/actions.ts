'use server';

import { z } from 'zod';
import { toReturnPath, toTopUpPath, toWayBack, type WayBack } from '#app/(account)/balance/way-back';
import { toCents } from '#app/(account)/to-cents';
import { runAction } from '#app/run-action';
import { formatMoney } from '#lib/messages/format';
import * as texts from '#messages/balance';
import * as warnings from '#lib/billing/warn-below';
import { env } from '#lib/settings/env';
import { beginCheckout } from '#lib/billing/payments/begin-checkout';
import { beginPayment } from '#lib/billing/payments/begin-payment';
import * as testPayments from '#lib/billing/payments/pay-as-test';
import { invalidParameter, type Refusal } from '#lib/refusal';

const text = z.string().max(100);

/** Starts a payment of dollars such as "12.50". Returns the URL of the payment page, which leads back to `to`. */
export async function beginTopUp(given: string, to: WayBack) {
  return runAction(async ({ db, accountId }) => {
    const amountCents = toCents(text.parse(given));
    const back = toWayBack(to);
    const { payments, baseUrl } = env();
    switch (payments.kind) {
      case 'stripe':
        return {
          url: await beginCheckout(
            db,
            {
              ...{ accountId, amountCents, cancelUrl: `${baseUrl}${toTopUpPath(back)}` },
              toReturnUrl: (paymentId) => `${baseUrl}${toReturnPath(back, paymentId)}`,
            },
            payments,
          ),
        };
      case 'test': {
        const id = await beginPayment(db, { accountId, provider: 'test', amountCents });
        return { url: `/balance/test-payment/${id}${back === 'jobs' ? '?to=jobs' : ''}` };
      }
      case 'none':
        throw paymentsUnavailable();
    }
  });
}

/** Makes a test payment. Returns the URL of its result. */
export async function payAsTest(paymentId: string, to: WayBack) {
  return runAction(async ({ db, accountId, by }) => {
    if (env().payments.kind !== 'test') throw paymentsUnavailable();
    await testPayments.payAsTest(db, { accountId, by, paymentId: text.parse(paymentId) });
    return { url: toReturnPath(toWayBack(to), paymentId) };
  });
}

/** Sets the warning threshold in dollars, "" for none. Returns it formatted. */
export async function warnBelow(limit: string) {
  return runAction(async ({ db, accountId, by }) => {
    const limitCents = limit === '' ? null : toCents(text.parse(limit));
    await warnings.warnBelow(db, { accountId, by, limitCents });
    return { shown: limitCents === null ? undefined : formatMoney(limitCents) };
  });
}

function paymentsUnavailable(): Refusal {
  return invalidParameter('amount', texts.paymentsUnavailable());
}
