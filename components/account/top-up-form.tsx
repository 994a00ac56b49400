'use client';

import { Radio, Text, TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { BusyButton } from '#components/busy-button';
import { Trouble } from '#components/account/trouble';
import { paymentTexts as texts } from '#components/texts/balance';
import styles from './top-up-form.module.css';

const other = 'other';

/** What begins a payment: an amount in dollars, "12.50"; answers where it is made. */
export type BeginTopUp = (amount: string) => Promise<{ value: { url: string } } | { trouble: string }>;

interface Props {
  /** Amounts offered: in dollars, and as they are written. */
  offers: { amount: string; label: string }[];
  limits: { min: string; max: string };
  provider: 'stripe' | 'test';
  begin: BeginTopUp;
}

/** How much to add to the balance; then the browser goes to where it is paid. */
export function TopUpForm({ offers, limits, provider, begin }: Props) {
  const [chosen, setChosen] = useState(offers[1]?.amount ?? other);
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();

  async function submit(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const own = new FormData(event.currentTarget).get('own');
    setBusy(true);
    setTrouble(undefined);
    try {
      const outcome = await begin(typeof own === 'string' ? own.trim() : chosen);
      if ('value' in outcome) return globalThis.location.assign(outcome.value.url);
      setTrouble(outcome.trouble);
    } catch {
      setTrouble(texts.trouble);
    }
    setBusy(false);
  }

  // Before this script runs, a form without a method would put the amount into the address.
  return (
    <form method="post" className={styles['form']} onSubmit={(event) => void submit(event)}>
      <Radio.Group label={texts.amount} value={chosen} onChange={setChosen}>
        <div className={styles['offers']}>
          {offers.map(({ amount, label }) => (
            <Radio key={amount} className={styles['offer'] ?? ''} value={amount} label={label} size="md" />
          ))}
          <Radio className={styles['offer'] ?? ''} value={other} label={texts.other} size="md" />
        </div>
      </Radio.Group>
      {chosen === other && (
        <TextInput
          label={texts.otherLabel}
          description={texts.otherHint(limits.min, limits.max)}
          name="own"
          inputMode="decimal"
          autoComplete="off"
          maxLength={10}
          leftSection="$"
          size="md"
          required
          withAsterisk={false}
        />
      )}
      <Trouble>{trouble}</Trouble>
      <BusyButton type="submit" size="md" isBusy={isBusy}>
        {provider === 'stripe' ? texts.toStripe : texts.toTest}
      </BusyButton>
      {provider === 'stripe' && (
        <Text size="sm" c="dimmed">
          {texts.toStripeHint}
        </Text>
      )}
    </form>
  );
}
