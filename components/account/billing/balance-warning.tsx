'use client';

import { TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { BusyButton } from '#components/ui/busy-button';
import type { ActionResult } from '#components/ui/action-result.ts';
import { useAction } from '#components/ui/use-action.ts';
import * as commonTexts from '#messages/common';
import * as texts from '#messages/balance';
import styles from './balance-warning.module.css';

/** The limit as it is set, "" for none, and what sets another: with how it reads then, or why it is not set. */
export interface BalanceWarningProps {
  email: string;
  limit: string;
  setLimit: (limit: string) => Promise<ActionResult<{ shown: string | undefined }>>;
}

/** Below which balance the owner is warned by email. */
export function BalanceWarning({ email, limit, setLimit }: BalanceWarningProps) {
  const [status, setStatus] = useState<string>();
  const { run, isBusy, error } = useAction(setLimit);

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = new FormData(event.currentTarget).get('limit');
    setStatus(undefined);
    const saved = await run(typeof given === 'string' ? given.trim() : '');
    if (saved === undefined) return;
    const { shown } = saved.value;
    setStatus(shown === undefined ? texts.alertOff() : texts.alertSet({ amount: shown }));
  }

  // Before this script runs, a form without a method would put the limit into the address.
  return (
    <form
      method="post"
      className={styles['box']}
      onSubmit={(event) => void save(event)}
      aria-label={texts.alert()}
    >
      <div className={styles['line']}>
        <TextInput
          className={styles['limit'] ?? ''}
          label={texts.alertLabel()}
          description={texts.alertHint({ email })}
          error={error}
          errorProps={{ role: 'alert' }}
          name="limit"
          defaultValue={limit}
          inputMode="decimal"
          autoComplete="off"
          maxLength={10}
          onChange={() => setStatus(undefined)}
          leftSection="$"
        />
        <BusyButton type="submit" variant="default" isBusy={isBusy}>
          {commonTexts.save()}
        </BusyButton>
      </div>
      <output className={styles['status']}>{status}</output>
    </form>
  );
}
