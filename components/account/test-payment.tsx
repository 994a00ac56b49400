'use client';

import { Alert, Group } from '@mantine/core';
import { useState } from 'react';
import { BusyButton } from '#components/busy-button';
import { ButtonLink } from '#components/button-link';
import { paymentTexts as texts } from '#components/texts/balance';

/** What makes the test payment; answers where its outcome is shown. */
export type PayAsTest = () => Promise<{ value: { url: string } } | { trouble: string }>;

/** The two ways to leave the page of a test payment: with the amount added, or without. */
export function TestPayment({ amount, pay }: { amount: string; pay: PayAsTest }) {
  const [isBusy, setBusy] = useState(false);
  const [trouble, setTrouble] = useState<string>();

  async function confirm() {
    setBusy(true);
    setTrouble(undefined);
    try {
      const outcome = await pay();
      if ('value' in outcome) return globalThis.location.assign(outcome.value.url);
      setTrouble(outcome.trouble);
    } catch {
      setTrouble(texts.trouble);
    }
    setBusy(false);
  }

  return (
    <>
      <div role="alert">
        {trouble !== undefined && (
          <Alert color="red" variant="light" role="presentation" py="xs" mb="md">
            {trouble}
          </Alert>
        )}
      </div>
      <Group gap="sm">
        <BusyButton size="md" isBusy={isBusy} onClick={() => void confirm()}>
          {texts.testPay(amount)}
        </BusyButton>
        <ButtonLink href="/balance/top-up" look="default">
          {texts.cancel}
        </ButtonLink>
      </Group>
    </>
  );
}
