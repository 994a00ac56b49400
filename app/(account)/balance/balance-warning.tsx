'use client';

import { TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { BusyButton } from '#components/ui/busy-button';
import { useAction } from '#components/ui/use-action.ts';
import * as commonTexts from '#messages/common';
import * as texts from '#messages/balance';
import { warnBelow } from './actions';
import styles from './balance-warning.module.css';

/** Sets the balance below which the owner gets a warning email. `limit` is in dollars, "" for none. */
export function BalanceWarning({ email, limit }: { email: string; limit: string }) {
  const [status, setStatus] = useState<string>();
  const { run, isBusy, error } = useAction(warnBelow);

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = new FormData(event.currentTarget).get('limit');
    setStatus(undefined);
    const saved = await run(typeof given === 'string' ? given.trim() : '');
    if (saved === undefined) return;
    const { shown } = saved.value;
    setStatus(shown === undefined ? texts.alertOff() : texts.alertSet({ amount: shown }));
  }

  // Before hydration, a form without a method would put the limit into the URL.
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
