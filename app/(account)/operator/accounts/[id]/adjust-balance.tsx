'use client';

import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { useState, type SyntheticEvent } from 'react';
import { BusyButton } from '#components/ui/busy-button';
import { ErrorAlert } from '#components/ui/error-alert';
import { useAction } from '#components/ui/use-action.ts';
import * as texts from '#messages/operator-accounts';
import { adjustBalance } from './actions';
import { ReasonField } from './reason-field';
import styles from '#components/shell/section.module.css';

type Direction = 'add' | 'subtract';

/** Adds to or deducts from an account's balance. */
export function AdjustBalance({ accountId }: { accountId: string }) {
  const [direction, setDirection] = useState<Direction>('add');
  const [amount, setAmount] = useState('');
  const [reason, setReason] = useState('');
  const [balance, setBalance] = useState<string>();
  const { run, isBusy, error } = useAction(adjustBalance);

  async function submit(event: SyntheticEvent) {
    event.preventDefault();
    setBalance(undefined);
    const done = await run({ accountId, direction, amount, reason });
    if (done === undefined) return;
    setAmount('');
    setReason('');
    setBalance(done.value.balance);
  }

  return (
    <form
      method="post"
      className={styles['box']}
      onChange={() => setBalance(undefined)}
      onSubmit={(event) => void submit(event)}
    >
      <Stack gap="md" maw="28rem">
        <NativeSelect
          label={texts.direction()}
          value={direction}
          onChange={(event) => setDirection(event.currentTarget.value as Direction)}
          data={[
            { value: 'add', label: texts.add() },
            { value: 'subtract', label: texts.subtract() },
          ]}
        />
        <TextInput
          label={texts.amount()}
          value={amount}
          onChange={(event) => setAmount(event.currentTarget.value)}
          inputMode="decimal"
          maxLength={20}
          required
          autoComplete="off"
        />
        <ReasonField
          label={texts.reason()}
          description={texts.reasonHint()}
          value={reason}
          onChange={setReason}
        />
        <ErrorAlert>{error}</ErrorAlert>
        <BusyButton type="submit" isBusy={isBusy} w="fit-content">
          {direction === 'add' ? texts.add() : texts.subtract()}
        </BusyButton>
        <output>{balance === undefined ? '' : texts.adjusted({ balance })}</output>
      </Stack>
    </form>
  );
}
