'use client';

import { TextInput } from '@mantine/core';
import { useState, type SubmitEvent } from 'react';
import { BusyButton } from '#components/busy-button';
import { balanceTexts as texts } from '#components/texts/balance';
import styles from './balance-warning.module.css';

/** The limit as it is set, "" for none, and what sets another: with how it reads then, or why it is not set. */
export interface BalanceWarningProps {
  email: string;
  limit: string;
  setLimit: (limit: string) => Promise<{ value: { shown: string | undefined } } | { trouble: string }>;
}

/** Below which balance the owner is warned by e-mail. */
export function BalanceWarning({ email, limit, setLimit }: BalanceWarningProps) {
  const [isBusy, setBusy] = useState(false);
  const [said, setSaid] = useState<string>();
  const [trouble, setTrouble] = useState<string>();

  async function save(event: SubmitEvent<HTMLFormElement>) {
    event.preventDefault();
    const given = new FormData(event.currentTarget).get('limit');
    setBusy(true);
    setSaid(undefined);
    setTrouble(undefined);
    try {
      const outcome = await setLimit(typeof given === 'string' ? given.trim() : '');
      if ('trouble' in outcome) return setTrouble(outcome.trouble);
      const { shown } = outcome.value;
      setSaid(shown === undefined ? texts.warningOff : texts.warningSet(shown));
    } catch {
      setTrouble(texts.unanswered);
    } finally {
      setBusy(false);
    }
  }

  // Before this script runs, a form without a method would put the limit into the address.
  return (
    <form
      method="post"
      className={styles['box']}
      onSubmit={(event) => void save(event)}
      aria-label={texts.warning}
    >
      <div className={styles['line']}>
        <TextInput
          className={styles['limit'] ?? ''}
          label={texts.warningLabel}
          description={texts.warningHint(email)}
          error={trouble}
          errorProps={{ role: 'alert' }}
          name="limit"
          defaultValue={limit}
          inputMode="decimal"
          autoComplete="off"
          maxLength={10}
          leftSection="$"
        />
        <BusyButton type="submit" variant="default" isBusy={isBusy}>
          {texts.save}
        </BusyButton>
      </div>
      <output className={styles['said']}>{said}</output>
    </form>
  );
}
