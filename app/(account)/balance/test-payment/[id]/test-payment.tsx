'use client';

import { payAsTest } from '#app/(account)/balance/actions';
import { Group } from '@mantine/core';
import { BusyButton } from '#components/ui/busy-button';
import { ErrorAlert } from '#components/ui/error-alert';
import { ButtonLink } from '#components/ui/link';
import * as commonTexts from '#messages/common';
import * as texts from '#messages/test-payment';
import { toTopUpPath, type WayBack } from '#app/(account)/balance/way-back';
import { usePayment } from '#app/(account)/balance/use-payment';

/** The two buttons of a test payment: pay or cancel. */
export function TestPayment({ paymentId, amount, to }: { paymentId: string; amount: string; to: WayBack }) {
  const { pay, isBusy, error } = usePayment(payAsTest);
  return (
    <>
      <ErrorAlert>{error}</ErrorAlert>
      <Group gap="sm" mt={error === undefined ? 0 : 'md'}>
        <BusyButton size="md" isBusy={isBusy} onClick={() => void pay(paymentId, to)}>
          {texts.confirm({ amount })}
        </BusyButton>
        <ButtonLink href={toTopUpPath(to)}>{commonTexts.cancel()}</ButtonLink>
      </Group>
    </>
  );
}
