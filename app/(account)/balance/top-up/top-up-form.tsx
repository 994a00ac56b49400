'use client';

import { Radio, Text, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { beginTopUp } from '#app/(account)/balance/actions';
import { BusyButton } from '#components/ui/busy-button';
import { ErrorAlert } from '#components/ui/error-alert';
import * as texts from '#messages/top-up';
import styles from './top-up-form.module.css';
import type { WayBack } from '#app/(account)/balance/way-back';
import { usePayment } from '#app/(account)/balance/use-payment';

const other = 'other';

interface Props {
  /** Suggested amounts in dollars, and their formatted labels. */
  offers: { amount: string; label: string }[];
  limits: { min: string; max: string };
  provider: 'stripe' | 'test';
  to: WayBack;
}

/** Asks for an amount, then opens the payment page. */
export function TopUpForm({ offers, limits, provider, to }: Props) {
  const [chosen, setChosen] = useState(offers[1]?.amount ?? other);
  const { pay, isBusy, error } = usePayment(beginTopUp);

  function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const own = new FormData(event.currentTarget).get('own');
    void pay(typeof own === 'string' ? own.trim() : chosen, to);
  }

  // Before hydration, a form without a method would put the amount into the URL.
  return (
    <form method="post" className={styles['form']} onSubmit={submit}>
      <Radio.Group label={texts.amount()} value={chosen} onChange={setChosen}>
        <div className={styles['offers']}>
          {offers.map(({ amount, label }) => (
            <Radio key={amount} className={styles['offer'] ?? ''} value={amount} label={label} size="md" />
          ))}
          <Radio className={styles['offer'] ?? ''} value={other} label={texts.other()} size="md" />
        </div>
      </Radio.Group>
      {chosen === other && (
        <TextInput
          label={texts.otherLabel()}
          description={texts.otherHint(limits)}
          name="own"
          inputMode="decimal"
          autoComplete="off"
          maxLength={10}
          leftSection="$"
          size="md"
          required
        />
      )}
      <ErrorAlert>{error}</ErrorAlert>
      <BusyButton type="submit" size="md" isBusy={isBusy}>
        {provider === 'stripe' ? texts.continueToPayment() : texts.continueToTest()}
      </BusyButton>
      {provider === 'stripe' && (
        <Text size="sm" c="dimmed">
          {texts.stripeHint()}
        </Text>
      )}
    </form>
  );
}
