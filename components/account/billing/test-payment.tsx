'use client';

import { Group } from '@mantine/core';
import type { ActionResult } from '#components/ui/action-result.ts';
import { BusyButton } from '#components/ui/busy-button';
import { ErrorAlert } from '#components/ui/error-alert';
import { ButtonLink } from '#components/ui/button-link';
import * as commonTexts from '#messages/common';
import * as texts from '#messages/test-payment';
import { usePayment } from './use-payment';

/** Makes the test payment; returns where its result is shown. */
export type PayAsTest = () => Promise<ActionResult<{ url: string }>>;

/** The two buttons of a test payment: with the amount added, or without. */
export function TestPayment({ amount, pay }: { amount: string; pay: PayAsTest }) {
  const { pay: confirm, isBusy, error } = usePayment(pay);
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
