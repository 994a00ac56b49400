'use client';

import { Group } from '@mantine/core';
import { useState } from 'react';
import type { ActionResult } from '#components/ui/action-result.ts';
import { BusyButton } from '#components/ui/busy-button';
import { ErrorAlert } from '#components/ui/error-alert';
import { ButtonLink } from '#components/ui/button-link';
import * as commonTexts from '#messages/common';
import * as texts from '#messages/test-payment';

/** Makes the test payment; returns where its result is shown. */
export type PayAsTest = () => Promise<ActionResult<{ url: string }>>;

/** The two buttons of a test payment: with the amount added, or without. */
export function TestPayment({ amount, pay }: { amount: string; pay: PayAsTest }) {
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<string>();

  async function confirm() {
    setBusy(true);
    setError(undefined);
    try {
      const result = await pay();
      if ('value' in result) return globalThis.location.assign(result.value.url);
      setError(result.error);
    } catch {
      setError(commonTexts.serverUnreachable());
    }
    setBusy(false);
  }

  return (
    <>
      <ErrorAlert>{error}</ErrorAlert>
      <Group gap="sm" mt={error === undefined ? 0 : 'md'}>
        <BusyButton size="md" isBusy={isBusy} onClick={() => void confirm()}>
          {texts.confirm({ amount })}
        </BusyButton>
        <ButtonLink href="/balance/top-up" look="default">
          {commonTexts.cancel()}
        </ButtonLink>
      </Group>
    </>
  );
}
